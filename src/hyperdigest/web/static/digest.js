// Draws the digest anew while sliders move, and keeps all that was chosen in the address.
import { follow as followLinks } from "./links.js";
import { readOn } from "./reading.js";
import { rememberSliders, remembered, startFold, tellSettings, tellValue } from "./settings.js";
import { settle, tellTabs } from "./source.js";
import { asked as fetched } from "./trouble.js";
import { startWhy, toggleWhy } from "./why.js";

const PAUSE = 60; // milliseconds between two moves of a slider that are drawn, at least
const FIRST_DAY = "1000"; // while a year is being typed, its first digits are a year of their own
let under = null; // the request that is under way
let waiting = 0;

const query = (form) => {
  const asked = new URLSearchParams();
  const preset = form.elements.preset.value;
  for (const [name, value] of new FormData(form)) {
    const field = form.elements[name];
    const usual = preset === "paper" ? field.dataset?.paper : field.dataset?.default;
    if (value && value !== usual && name !== "unit") asked.append(name, value);
  }
  return asked;
};

export async function redraw(form, address, record) {
  under?.abort();
  const mine = (under = new AbortController());
  const result = document.querySelector("#result");
  const asked = new URLSearchParams(address);
  const again = address.get("q") === new URL(location.href).searchParams.get("q");
  const place = again ? placeOfReading() : {};
  for (const [name, value] of Object.entries(place)) asked.set(name, value);
  result.setAttribute("aria-busy", "true");
  const html = await text(`${form.dataset.digest}?${asked}`, mine.signal);
  if (mine !== under) return;
  result.removeAttribute("aria-busy");
  if (html === null) return;
  replace(result, html, again, place.open);
  if (record) history[record](null, "", `${form.action}?${address}`);
  retitle(form, address);
}

/** The source that is shown and how much of it, as the app is asked for them. */
function placeOfReading() {
  const source = document.querySelector("#source");
  if (!source?.dataset.document) return {};
  const open = source.dataset.document;
  const { begin, end } = source.querySelector(".source-text").dataset;
  return end === undefined ? { open, whole: 1 } : { open, part: `${begin}-${end}` };
}

/** The text at an address; null where the app does not answer or nobody waits for it. */
async function text(address, signal) {
  const answer = await fetched(address, { signal });
  return answer && answer.text().catch(() => null);
}

function retitle(form, address) {
  const heading = document.querySelector("h1");
  heading.textContent = address.get("q") ?? heading.textContent;
  document.title = `${heading.textContent} · hyperdigest`;
  for (const link of document.querySelectorAll(".top nav a")) link.search = address;
}

/** Put a digest into the page; `open` is the source that was shown when it was asked for. */
function replace(result, html, again, open) {
  const focus = document.activeElement;
  const number = [...result.querySelectorAll(".sentence")].indexOf(focus?.closest(".sentence"));
  const within = result.contains(focus);
  const current = result.querySelector(".sentence.current .quote a")?.id;
  const opened = [...result.querySelectorAll("[data-act=why][aria-expanded=true]")].map((link) => link.id);
  const before = result.querySelector("#source");
  const scrolled = result.querySelector(".source-side")?.scrollTop;
  const stood = topOfLit(result);
  const fresh = new DOMParser().parseFromString(html, "text/html");
  result.replaceChildren(...fresh.body.childNodes);
  if (again && (before?.matches(".page-view") || before?.dataset.document !== open)) {
    result.querySelector("#source").replaceWith(before);
    tellTabs();
  }
  const side = result.querySelector(".source-side");
  const stays = side && before?.dataset.document === result.querySelector("#source")?.dataset.document;
  if (stays) side.scrollTop = scrolled;
  for (const id of opened) {
    const link = document.getElementById(id);
    if (link) toggleWhy(link);
  }
  if (within) (document.getElementById(focus.id || "-") ?? standIn(result, number)).focus({ preventScroll: true });
  say(result.querySelector("[data-summary]")?.dataset.summary ?? "");
  tellSettings(result);
  settle(result, current);
  if (stays && stood !== null) side.scrollTop += (topOfLit(result) ?? stood) - stood;
  readOn();
}

/** Where the sentence that is lit in the source is on the screen; null where none is. */
const topOfLit = (result) => result.querySelector("#source mark.lit")?.getBoundingClientRect().top ?? null;

/** Where the focus goes when what had it is gone: to the sentence in its place, or to the head. */
function standIn(result, number) {
  const links = [...result.querySelectorAll(".sentence .quote a")];
  const head = result.querySelector("#digest-title, .error");
  const next = number < 0 ? undefined : links[Math.min(number, links.length - 1)];
  if (head) head.tabIndex = -1;
  return next ?? head ?? document.querySelector("#q");
}

export function say(text) {
  const status = document.querySelector("#status");
  clearTimeout(waiting);
  waiting = setTimeout(() => (status.textContent = text), 600);
}

function fill(form, address) {
  for (const field of form.elements) {
    if (!field.name || field.type === "hidden" || field.name === "unit" || field.form !== form) continue;
    const value = address.get(field.name);
    if (field.dataset.date !== undefined) field.type = /^(\d{4}-\d\d-\d\d)?$/.test(value ?? "") ? "date" : "text";
    if (field.type === "checkbox") field.checked = ["true", "on", "1"].includes(value);
    else field.value = value ?? field.dataset.default ?? "";
    if (field.type === "range") tellValue(field);
  }
}

export function startDigest(form) {
  let drawing = false;
  let moved = "";
  // One drawing at a time, then the newest: the digest follows the slider however slow it is.
  // What is set while it is drawn is a step of its own in the history, unless it is a slider.
  const follow = async (record) => {
    if (moved !== "pushState") moved = record;
    if (drawing) return;
    drawing = true;
    while (moved) {
      const how = moved;
      moved = "";
      await redraw(form, query(form), how);
      await new Promise((done) => setTimeout(done, PAUSE));
    }
    drawing = false;
  };
  for (const slider of form.querySelectorAll('input[type="range"]')) tellValue(slider);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const asked = query(form);
    if (asked.get("q") !== new URL(location.href).searchParams.get("q")) {
      for (const name of ["read", "earlier"]) asked.delete(name);
    }
    document.activeElement.blur();
    redraw(form, asked, "pushState");
  });
  form.addEventListener("input", (event) => {
    if (event.target.type !== "range") return;
    tellValue(event.target);
    rememberSliders(form, query(form));
    follow("replaceState");
  });
  form.addEventListener("change", (event) => {
    if (event.target.type === "range") return;
    if (event.target.name === "unit") form.submit();
    else if (event.target.type === "date" && event.target.value && event.target.value < FIRST_DAY) return;
    else if (event.target.matches(".settings *")) follow("pushState");
  });
  followLinks("a[data-live]", (link) => {
    const address = new URL(link.href).searchParams;
    fill(form, address);
    redraw(form, address, "pushState");
  });
  addEventListener("popstate", () => {
    const address = new URL(location.href).searchParams;
    if (!address.get("q")) return location.reload();
    fill(form, address);
    redraw(form, address, "");
  });
  startFold(form.querySelector(".settings"));
  const kept = remembered();
  if (kept.size) {
    fill(form, kept);
    if (query(form).size) redraw(form, query(form), "replaceState");
  }
  startWhy();
}
