// Reading on in a long source, of which a part is shown.
import { follow, pageOf } from "./links.js";
import { asked } from "./trouble.js";

const AHEAD = "1200px"; // how far from the end of what is shown the next part is fetched
let watching = null;

/** Fetch what comes before or after the part that is shown, when the reader comes near to it. */
export function readOn() {
  watching?.disconnect();
  watching = new IntersectionObserver(
    (seen) => seen.filter((one) => one.isIntersecting).forEach((one) => extend(one.target)),
    { root: sideThatScrolls(), rootMargin: AHEAD },
  );
  for (const link of document.querySelectorAll("#source [data-more]")) watching.observe(link);
}

async function extend(link) {
  if (link.dataset.busy) return;
  link.dataset.busy = "yes";
  const address = new URL(link.href);
  address.searchParams.set("panel", "1");
  const answer = await asked(address);
  if (!answer?.ok || !link.isConnected) return delete link.dataset.busy;
  const page = await pageOf(answer);
  const shown = document.querySelector("#source");
  const article = page.querySelector("#source");
  if (article?.dataset.edition !== shown.dataset.edition) return;
  const text = shown.querySelector(".source-text");
  const more = document.importNode(article.querySelector(".source-text"), true);
  const before = link.dataset.more === "before";
  const first = text.firstChild;
  const stood = topOf(first);
  before ? text.prepend(...more.childNodes) : text.append(...more.childNodes);
  if (!before) text.dataset.end = more.dataset.end;
  else {
    text.dataset.begin = more.dataset.begin;
    (sideThatScrolls() ?? window).scrollBy({ top: topOf(first) - stood, behavior: "instant" });
  }
  const next = article.querySelector(`[data-more=${link.dataset.more}]`);
  watching.unobserve(link);
  if (!next) return link.remove();
  link.href = next.href;
  delete link.dataset.busy;
  watching.observe(link);
}

/** Where a node of the text begins on the screen. */
function topOf(node) {
  if (node instanceof Element) return node.getBoundingClientRect().top;
  const letters = new Range();
  letters.selectNodeContents(node);
  return letters.getBoundingClientRect().top;
}

/** The panel of the source, where it scrolls by itself and not with the page. */
function sideThatScrolls() {
  const side = document.querySelector(".source-side");
  return side && getComputedStyle(side).overflowY === "auto" ? side : null;
}

export function startReading() {
  // At once: what is fetched before the place would end a smooth way to it.
  if (!scrollY) document.getElementById(location.hash.slice(1))?.scrollIntoView({ behavior: "instant" });
  readOn();
  follow("#source a[data-more]", extend);
}
