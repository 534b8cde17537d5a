// Finding words in the source, beside the digest or on its own page.
import { follow } from "./links.js";
import { fetchSource, reveal, show } from "./source.js";

/** Put the matches at an address into the panel, the one looked at in view. */
async function find(address) {
  if (!(await fetchSource(address))) return;
  if (document.querySelector("#found")) reveal("found", false, "auto");
  const field = document.querySelector("#find-in");
  field.focus({ preventScroll: true });
  const place = document.querySelector("#source mark.lit");
  if (getComputedStyle(document.querySelector(".views")).display !== "none") place?.scrollIntoView({ block: "center" });
}

function submitted(event) {
  const form = event.target.closest("form[data-find]");
  if (!form || !document.querySelector("#result")) return;
  event.preventDefault();
  const address = new URL(form.action);
  address.search = new URLSearchParams(new FormData(form));
  find(address);
}

/** Enter goes to the next match of the same words, with Shift to the one before. */
function entered(event) {
  if (event.key !== "Enter" || event.target.id !== "find-in") return;
  const link = event.target.form.querySelector(`[data-hit=${event.shiftKey ? "previous" : "next"}]`);
  if (!link || event.target.value !== event.target.defaultValue) return;
  event.preventDefault();
  link.click();
}

export function startFinding() {
  document.addEventListener("submit", submitted);
  document.addEventListener("keydown", entered);
  follow("body:has(#result) #source a[data-hit]", (link) => find(new URL(link.href)));
}

export function toFind() {
  show("source");
  document.querySelector("#find-in")?.focus();
}
