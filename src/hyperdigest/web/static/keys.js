// The keyboard: between sentences, to the question, to a sentence's source, pin and so on.
import { toFind } from "./finding.js";
import { openSource } from "./source.js";

const typing = (element) => element.matches("input:not([type=range]), textarea, select, [contenteditable]");
const sentences = () => [...document.querySelectorAll("#result .sentence")];
const current = () => document.activeElement.closest(".sentence") ?? document.querySelector(".sentence.current");

function step(by) {
  const all = sentences();
  if (!all.length) return;
  const at = all.indexOf(current());
  const next = all[Math.min(Math.max(at + by, 0), all.length - 1)];
  const link = next.querySelector(".quote a");
  link.focus();
  next.scrollIntoView({ block: "nearest" });
  openSource(link, false);
}

const press = (selector) => current()?.querySelector(selector)?.click();

const ACTIONS = {
  j: () => step(1),
  k: () => step(-1),
  p: () => press("[data-act=pin]"),
  x: () => press("[data-act=exclude]"),
  w: () => press("[data-act=why]"),
  n: () => press("[data-act=note]"),
  c: () => press("[data-copy]"),
  v: () => press("a.place"),
  f: toFind,
  "/": () => document.querySelector("#q")?.focus(),
  "?": () => document.querySelector("#keys").showModal(),
};

function arrows(event) {
  if (!document.activeElement.closest(".sentence")) return false;
  if (event.key === "ArrowDown") step(1);
  else if (event.key === "ArrowUp") step(-1);
  else return false;
  return true;
}

function back(event) {
  if (event.key !== "Escape" || !document.activeElement.closest("#source")) return false;
  document.querySelector(".views button[data-view=digest]")?.click();
  current()?.querySelector(".quote a")?.focus();
  return true;
}

/** What opened the acts of a sentence, from among which Escape was pressed. */
const openMore = (element) => element.closest?.(".cite")?.querySelector("details.more[open]");

export function startKeys() {
  document.querySelector("#keys-open")?.addEventListener("click", ACTIONS["?"]);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (typing(event.target)) return event.key === "Escape" && event.target.blur();
    const done = arrows(event) || back(event);
    if (!done && !ACTIONS[event.key]) return;
    event.preventDefault();
    if (!done) ACTIONS[event.key]();
  });
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details:is(.menu, .more)[open]")) {
      const within = menu.matches(".more") ? menu.parentElement : menu;
      if (!within.contains(event.target)) menu.open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    const menu = event.target.closest?.("details.menu[open]") ?? openMore(event.target);
    if (event.key !== "Escape" || !menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}
