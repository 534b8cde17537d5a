// What makes the pages live; each works without.
import { startChanges } from "./changes.js";
import { startDigest } from "./digest.js";
import { startKeys } from "./keys.js";
import { remember } from "./memory.js";
import { startNoting } from "./noting.js";
import { startCompleting, startProgress, startShelf } from "./progress.js";
import { startFinding } from "./finding.js";
import { startReading } from "./reading.js";
import { startSource } from "./source.js";
import { startUpload } from "./upload.js";

function startTheme(button) {
  const dark = () => getComputedStyle(document.documentElement).colorScheme === "dark"
    || (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  const tell = () => button.setAttribute("aria-pressed", String(dark()));
  tell();
  button.addEventListener("click", () => {
    const theme = dark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    remember("theme", theme);
    tell();
  });
}

function startMap(frame) {
  frame.addEventListener("click", (event) => {
    const topic = event.target.closest(".heat [data-topic]")?.dataset.topic;
    if (topic >= 0) location.assign(`?topic=${topic}#topic`);
  });
}

/** What cannot be brought back is asked about first. */
function startRemoving(main) {
  main.addEventListener("submit", (event) => {
    const question = event.target.dataset.confirm;
    if (question && !confirm(question)) event.preventDefault();
  });
}

const found = (selector, start) => {
  const element = document.querySelector(selector);
  if (element) start(element);
};

found("#theme", startTheme);
found("#changes", startChanges);
found("#upload", startUpload);
found("#progress", startProgress);
found("#completing", startCompleting);
found("#ask", startDigest);
found("#result", startSource);
found("#source", startReading);
found("#source", startFinding);
found(".drawings:has(.heat)", startMap);
found(".collections", startShelf);
found("main", startRemoving);
for (const time of document.querySelectorAll("td time")) {
  time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}
startNoting();
startKeys();
found(".top nav [aria-current]", (link) => {
  link.parentElement.scrollLeft = link.offsetLeft - link.parentElement.offsetLeft - 24;
});
