// Opens the reasons of a sentence below it; those of all are fetched when the first are asked for.
import { follow, pageOf } from "./links.js";
import { asked } from "./trouble.js";

const fetched = new Map();

async function page(address) {
  const answer = await asked(address);
  return answer && pageOf(answer);
}

async function reasons(address) {
  if (!fetched.has(address)) {
    fetched.clear();
    fetched.set(address, page(address));
  }
  const found = await fetched.get(address);
  if (!found) fetched.delete(address);
  return found;
}

/** Show or hide why a sentence is in; `link` leads to the page that says it. */
export async function toggleWhy(link) {
  const place = link.closest(".sentence").querySelector(".reasons");
  const open = link.getAttribute("aria-expanded") !== "true";
  link.setAttribute("aria-expanded", String(open));
  if (open && !place.dataset.filled) {
    const found = (await reasons(link.href.split("#")[0]))?.getElementById(link.dataset.reason);
    if (!found) return link.setAttribute("aria-expanded", "false");
    place.replaceChildren(...document.importNode(found, true).childNodes);
    place.dataset.filled = "yes";
  }
  place.hidden = link.getAttribute("aria-expanded") !== "true";
}

/** The reasons can be opened in place; without script the links lead to the page of all. */
export const startWhy = () => follow("a[data-act=why]", toggleWhy);
