// Follows the reading and changing of a collection; the page is loaded anew when it is done, or can be asked.
import { SILENT, fine, trouble } from "./trouble.js";

const BUSY = "One thing at a time: drop the files when this is done.";
const BY_MACHINE = "Reading scanned pages by machine";
const PATIENCE = 4000; // milliseconds until a silent app is spoken of

function countTold({ done, total, seconds_left: left }) {
  if (!total) return "";
  if (left === null || done === total) return `${done} of ${total}`;
  const [number, unit] = left < 60 ? [Math.max(1, Math.round(left)), "second"] : [Math.round(left / 60), "minute"];
  return `${done} of ${total}, ${number} ${unit}${number === 1 ? "" : "s"} left`;
}

export function startProgress(card) {
  const bar = card.querySelector("progress");
  const steps = [...card.querySelectorAll(".steps li")];
  const events = new EventSource(card.dataset.events);
  for (const kind of ["dragover", "drop"]) addEventListener(kind, (event) => event.preventDefault());
  addEventListener("drop", () => trouble(BUSY));
  const patience = () => events.readyState !== EventSource.OPEN && trouble(SILENT);
  events.addEventListener("error", () => setTimeout(patience, PATIENCE));
  events.addEventListener("removed", () => location.assign("/"));
  events.addEventListener("open", fine);
  const hear = (event) => {
    const now = JSON.parse(event.data);
    const firstRead = "first" in card.dataset && now.documents;
    if (!now.progress || firstRead) {
      events.close();
      return location.reload();
    }
    const byMachine = now.progress.stage === "recognizing";
    const stage = byMachine ? "reading" : now.progress.stage;
    const at = steps.findIndex((step) => step.dataset.stage === stage);
    if (at < 0) return;
    steps.forEach((step, i) => (step.className = i < at ? "done" : i === at ? "now" : ""));
    card.querySelector("#stage").textContent = byMachine ? BY_MACHINE : steps[at].dataset.told;
    card.querySelector("#count").textContent = countTold(now.progress);
    if (now.progress.total) {
      bar.max = now.progress.total;
      bar.value = now.progress.done;
    } else {
      bar.removeAttribute("value");
    }
  };
  for (const name of ["message", "progress", "ready", "failed"]) events.addEventListener(name, hear);
}

/** The page of a collection tells how far it is while only its first documents can be asked. */
export function startCompleting(note) {
  const events = new EventSource(note.dataset.events);
  const hear = ({ data }) => {
    const now = JSON.parse(data);
    if (now.progress) {
      const told = countTold(now.progress);
      note.querySelector("span").textContent = told && `: ${told}`;
      return;
    }
    events.close();
    const again = Object.assign(document.createElement("a"), { href: location.href, textContent: "Ask again" });
    note.replaceChildren(now.error ? "The other documents could not be read. " : "All documents are read. ", again);
  };
  for (const name of ["progress", "ready"]) events.addEventListener(name, hear);
  events.addEventListener("removed", () => location.assign("/"));
}

/** The first page tells how far each collection is that is being read. */
export function startShelf(list) {
  for (const note of list.querySelectorAll("[data-events]")) {
    const events = new EventSource(note.dataset.events);
    const end = (text) => {
      events.close();
      note.textContent = text;
    };
    events.addEventListener("progress", ({ data }) => {
      const now = JSON.parse(data);
      const told = countTold(now.progress ?? {});
      if (told) note.textContent = `being ${now.status === "ready" ? "changed" : "read"}: ${told}`;
    });
    events.addEventListener("ready", ({ data }) => end(JSON.parse(data).summary));
    events.addEventListener("failed", () => end("could not be read"));
    events.addEventListener("removed", () => note.closest("li").remove());
  }
}
