// Drawings that answer to pointer, finger and keys. They can be read and followed without this:
// links lead on, and the style lights up what is pointed at.

const NODES = ".node, .hub, .cell, .name";

/** Make the drawings under `root` live; those that are so already are left alone. */
export function enliven(root = document) {
  for (const svg of root.querySelectorAll("svg.drawing:not([data-live])")) {
    svg.dataset.live = "";
    for (const cell of svg.querySelectorAll(".cell, g.name")) cell.setAttribute("tabindex", "-1");
    const caption = captionOf(svg);
    const say = (event) => tell(event.target.closest(NODES), caption);
    svg.addEventListener("pointerover", say);
    svg.addEventListener("focusin", say);
    svg.addEventListener("pointerleave", () => tell(focused(svg), caption));
    svg.addEventListener("keydown", (event) => move(svg, event));
  }
}

/** The line below a drawing that tells what is pointed at; made where the page has none. */
function captionOf(svg) {
  const frame = svg.closest(".drawings") ?? svg.parentElement;
  let caption = frame.querySelector(".drawing-caption");
  if (!caption) {
    caption = document.createElement("p");
    caption.className = "drawing-caption";
    caption.setAttribute("aria-live", "polite");
    caption.dir = "auto";
    frame.append(caption);
  }
  return caption;
}

function focused(svg) {
  const active = document.activeElement;
  return svg.contains(active) ? active.closest(NODES) : null;
}

/** Say what a node is. */
function tell(node, caption) {
  if (node) caption.textContent = node.querySelector("title")?.textContent ?? "";
}

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Arrow keys go to the next node that way; Escape lets go. */
function move(svg, event) {
  const from = event.target.closest(NODES);
  if (event.key === "Escape") event.target.blur();
  const way = WAYS[event.key];
  if (!from || !way || event.altKey || event.ctrlKey || event.metaKey) return;
  const to = next(svg, from, way);
  event.preventDefault();
  to?.focus({ preventScroll: false });
}

function next(svg, from, [right, down]) {
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  const among = (right && from.closest(".row")) || svg;
  for (const node of among.querySelectorAll(NODES)) {
    const [u, v] = middle(node);
    const along = (u - x) * right + (v - y) * down;
    const aside = Math.abs((u - x) * down) + Math.abs((v - y) * right);
    if (node === from || along <= 1) continue;
    const far = along + 2 * aside;
    if (far < least) [best, least] = [node, far];
  }
  return best;
}

function middle(node) {
  const box = (node.querySelector("circle, rect") ?? node).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

enliven();
