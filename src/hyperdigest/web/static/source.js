// Opens the source of a sentence beside the digest, its place lit and in view.
import { follow, pageOf } from "./links.js";
import { readOn } from "./reading.js";
import { asked, trouble } from "./trouble.js";

const FAR = 3; // windows of text; a longer way is not scrolled through
const CHANGED = "Documents were added or removed since: ask again to see the sources.";
const stood = {}; // how far the digest and the source were scrolled, where one of them is shown
let latest = 0;

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export async function openSource(link, focus) {
  const address = new URL(link.href, location.href);
  const name = address.pathname.split("/").pop();
  light(link);
  const shown = document.querySelector("#source")?.dataset;
  const whole = link.dataset.whole !== undefined;
  const elsewhere = address.searchParams.has("start");
  const missing = elsewhere || (shown?.part !== undefined && (whole || !markOf(address.hash.slice(1))));
  if (shown?.document === name && !missing) return reveal(address.hash.slice(1), focus);
  if (await fetchSource(address)) reveal(address.hash.slice(1), focus, "auto");
}

/** Put the source at an address into the panel; whether that is done. */
export async function fetchSource(address) {
  const mine = ++latest;
  const panel = new URL(address);
  panel.searchParams.set("panel", "1");
  const shown = document.querySelector("#source")?.dataset;
  const answer = await asked(panel);
  if (!answer) return false;
  const page = await pageOf(answer);
  const article = page.querySelector("#source");
  if (mine !== latest) return false;
  if (article && shown?.edition && article.dataset.edition !== shown.edition) return trouble(CHANGED);
  if (!article) return trouble(page.querySelector("[data-error]")?.textContent ?? answer.statusText);
  document.querySelector("#source")?.replaceWith(document.importNode(article, true));
  tellTabs();
  readOn();
  return true;
}

/** Mark the tab of the source that is shown, or of whose page an image is. */
export function tellTabs() {
  const shown = document.querySelector("#source")?.dataset.document?.split("-")[0];
  for (const tab of document.querySelectorAll(".source-tabs a")) {
    const here = tab.pathname.split("/").pop() === shown;
    here ? tab.setAttribute("aria-current", "true") : tab.removeAttribute("aria-current");
    if (here) tab.parentElement.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

function light(link) {
  const sentence = link.closest(".sentence");
  if (!sentence) return;
  document.querySelector(".sentence.current")?.classList.remove("current");
  sentence.classList.add("current");
}

function markOf(id) {
  const anchor = id ? document.getElementById(id) : null;
  return anchor?.matches("mark") ? anchor : anchor?.nextElementSibling;
}

export function reveal(id, focus, behavior = calm() ? "auto" : "smooth") {
  const source = document.querySelector("#source");
  for (const lit of source.querySelectorAll("mark.lit")) lit.classList.remove("lit");
  if (focus) show("source");
  delete stood.source;
  const place = markOf(id);
  const target = place ?? source;
  place?.classList.add("lit");
  const side = source.closest(".source-side");
  if (side && getComputedStyle(side).overflowY === "auto") {
    const offset = target.getBoundingClientRect().top - side.getBoundingClientRect().top;
    const top = place ? side.scrollTop + offset - side.clientHeight / 3 : 0;
    const far = Math.abs(top - side.scrollTop) > FAR * side.clientHeight;
    side.scrollTo({ top, behavior: far || behavior === "auto" ? "instant" : behavior });
  } else if (focus) {
    target.scrollIntoView({ block: place ? "center" : "start", behavior: "instant" });
  }
  if (focus) {
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }
}

export function show(view) {
  const panels = document.querySelector(".workspace");
  if (!panels) return;
  stood[panels.dataset.view] = scrollY;
  panels.dataset.view = view;
  for (const button of document.querySelectorAll(".views button")) {
    button.setAttribute("aria-pressed", String(button.dataset.view === view));
  }
}

/** Show the digest or the source as it was left; a source that is not seen yet, at its sentence. */
function turnTo(view) {
  const lit = view === "source" && !(view in stood) && document.querySelector("#source mark.lit");
  show(view);
  if (lit) lit.scrollIntoView({ block: "center", behavior: "instant" });
  else scrollTo({ top: stood[view] ?? 0, behavior: "instant" });
}

async function copy(button) {
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
  } catch {
    return trouble("The browser does not let the page copy: mark the text and copy it yourself.");
  }
  const label = button.querySelector(".word");
  const before = label.textContent;
  label.textContent = "Copied";
  button.classList.add("told");
  setTimeout(() => {
    label.textContent = before;
    button.classList.remove("told");
  }, 1500);
}

function topicUnder(event) {
  const tag = event.target.closest?.("#result .tag[data-topic]");
  for (const sentence of document.querySelectorAll(".sentence")) {
    const held = sentence.dataset.topics?.split(" ") ?? [];
    sentence.classList.toggle("aside", Boolean(tag) && !held.includes(tag.dataset.topic));
  }
}

/** After a digest is drawn: the sentence that was current still is, else the one to look at first. */
export function settle(result, before) {
  const kept = before && document.getElementById(before);
  const first = document.getElementById(result.querySelector("[data-first]")?.dataset.first);
  const link = kept || first?.querySelector(".quote a");
  if (!link) return;
  light(link);
  const address = new URL(link.href);
  const shown = document.querySelector("#source")?.dataset.document;
  if (address.pathname.split("/").pop() !== shown) return;
  if (!kept) return reveal(address.hash.slice(1), false, "auto");
  markOf(address.hash.slice(1))?.classList.add("lit");
}

export function startSource(result) {
  settle(result);
  document.addEventListener("click", (event) => {
    const view = event.target.closest(".views button");
    if (view) return turnTo(view.dataset.view);
    const button = event.target.closest("[data-copy]");
    if (button) return copy(button);
    const back = event.target.closest("a.back");
    if (back) {
      event.preventDefault();
      show("digest");
      const link = document.querySelector(`${new URL(back.href).hash} .quote a`);
      if (link) light(link);
      return link?.focus();
    }
  });
  follow("#result a[data-source]", (link) => openSource(link, true));
  result.addEventListener("pointerover", topicUnder);
  result.addEventListener("pointerleave", topicUnder);
}
