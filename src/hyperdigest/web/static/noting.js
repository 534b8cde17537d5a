// Writes a note on a sentence where it stands: in the digest, or on what is selected in the source.
import { redraw } from "./digest.js";
import { follow, pageOf } from "./links.js";
import { asked, trouble } from "./trouble.js";

async function open(link) {
  const place = link.closest(".sentence, .source-head").querySelector(".note-place");
  if (place.firstChild) return close(place);
  const answer = await asked(addressOf(link));
  if (!answer?.ok) return location.assign(link.href);
  const page = await pageOf(answer);
  const form = page.querySelector(".note-form");
  if (!form) return;
  place.replaceChildren(document.importNode(form, true));
  const field = place.querySelector("textarea");
  field.removeAttribute("id");
  field.setAttribute("aria-label", "Note on this sentence");
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
  place.scrollIntoView({ block: "nearest" });
}

function close(place) {
  place.replaceChildren();
  place.parentElement.querySelector("[data-act=note]")?.focus();
}

/** Save a note where it was written; the digest and the source stay where they are. */
async function save(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  const answer = await asked(form.action, { method: "POST", body, redirect: "manual" });
  if (!answer) return;
  if (answer.type !== "opaqueredirect") {
    const page = await pageOf(answer);
    return trouble(page.querySelector("[data-error]")?.textContent ?? answer.statusText);
  }
  const question = document.querySelector("#ask");
  if (!question) return location.reload();
  close(form.closest(".note-place"));
  redraw(question, new URL(location.href).searchParams, "");
}

function addressOf(link) {
  const address = new URL(link.href);
  const offset = link.dataset.selected === undefined ? null : selected();
  if (offset !== null) address.searchParams.set("at", offset);
  return address;
}

/** The offset in the document of what is selected in the source; null where nothing is. */
function selected() {
  const text = document.querySelector("#source .source-text");
  const selection = getSelection();
  if (selection.isCollapsed || !text?.contains(selection.anchorNode)) return null;
  const range = selection.getRangeAt(0);
  const before = new Range();
  before.selectNodeContents(text);
  before.setEnd(range.startContainer, range.startOffset);
  const content = before.cloneContents();
  for (const link of content.querySelectorAll(".back, .noted")) link.remove();
  const skipped = range.toString().match(/^\s*/)[0].length;
  return Number(text.dataset.begin) + [...content.textContent].length + skipped;
}

export function startNoting() {
  follow("a[data-act=note]", open);
  document.addEventListener("submit", (event) => {
    if (!event.target.matches(".note-place .note-form")) return;
    event.preventDefault();
    save(event.target, event.submitter);
  });
  document.addEventListener("keydown", (event) => {
    const form = event.target.closest?.(".note-form");
    const place = form?.closest(".note-place");
    if (event.key === "Escape" && place) close(place);
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form?.requestSubmit();
  });
}
