// Fetches the reasons of a digest when the first of them is opened, and puts each in its place.
import { asked } from "./trouble.js";

const fetched = new Map();

async function page(address) {
  const answer = await asked(address);
  return answer && new DOMParser().parseFromString(await answer.text(), "text/html");
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

export async function showWhy(event) {
  const why = event.target;
  if (!why.matches?.("details.why") || !why.open) return;
  const place = why.querySelector(".reasons");
  if (place.dataset.filled) return;
  const page = await reasons(why.dataset.from);
  const found = (await reasons(why.dataset.from))?.getElementById(why.dataset.reason);
  if (!found) return;
  place.replaceChildren(...document.importNode(found, true).childNodes);
  place.dataset.filled = "yes";
}
