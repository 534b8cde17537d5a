// Drawings that answer to pointer, finger and keys. They can be read and followed without this:
// links lead on, and the style lights up what is pointed at.

const NODES = ".node, .hub, .cell, .name";
const STEP = 1.3;
const DEEPEST = 8;

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
    if (svg.classList.contains("graph")) zoomable(svg);
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

/** Buttons, pinch (a wheel with Ctrl), the keys + - 0, and dragging once it is larger. */
function zoomable(svg) {
  const whole = svg.getAttribute("viewBox").split(" ").map(Number);
  let view = [...whole];
  const show = (next) => {
    view = within(next, whole);
    svg.setAttribute("viewBox", view.map((n) => n.toFixed(1)).join(" "));
    svg.classList.toggle("enlarged", view[2] < whole[2]);
  };
  const zoom = (factor, at) => {
    const [x, y, width, height] = view;
    const [u, v] = at ?? [x + width / 2, y + height / 2];
    const by = 1 / factor;
    show([u - (u - x) * by, v - (v - y) * by, width * by, height * by]);
  };
  const reset = () => show([...whole]);
  const at = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY);
    const { x, y } = point.matrixTransform(svg.getScreenCTM().inverse());
    return [x, y];
  };
  svg.before(buttons(svg, zoom, reset));
  svg.addEventListener("keydown", ({ key }) => {
    if (key === "+" || key === "=") zoom(STEP);
    if (key === "-") zoom(1 / STEP);
    if (key === "0") reset();
  });
  svg.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 120), at(event));
    },
    { passive: false },
  );
  fingers(svg, at, zoom, (dx, dy) => show([view[0] - dx, view[1] - dy, view[2], view[3]]));
}

/** One finger or the mouse drags an enlarged drawing, two fingers pinch it. */
function fingers(svg, at, zoom, drag) {
  const down = new Map();
  const spread = () => {
    const [a, b] = [...down.values()];
    return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  };
  let dragged = false;
  svg.addEventListener("pointerdown", (event) => {
    dragged = false;
    down.set(event.pointerId, event);
  });
  svg.addEventListener("dragstart", (event) => event.preventDefault());
  svg.addEventListener("click", (event) => dragged && event.preventDefault(), { capture: true });
  svg.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    if (down.size === 2) {
      const wide = spread();
      dragged = true;
      down.set(event.pointerId, event);
      if (wide > 0) zoom(spread() / wide, at(event));
    } else if (svg.classList.contains("enlarged")) {
      const [x, y] = at(before);
      const [u, v] = at(event);
      drag(u - x, v - y);
      dragged ||= Math.hypot(event.movementX, event.movementY) > 2;
      down.set(event.pointerId, event);
    }
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    svg.addEventListener(end, (event) => down.delete(event.pointerId));
  }
}

/** A view no larger than the whole, no smaller than an eighth of it, and inside. */
function within([x, y, width, height], [left, top, most, tall]) {
  const share = Math.min(1, Math.max(1 / DEEPEST, width / most));
  const [w, h] = [most * share, tall * share];
  const [cx, cy] = [x + width / 2, y + height / 2];
  const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
  return [clamp(cx - w / 2, left, left + most - w), clamp(cy - h / 2, top, top + tall - h), w, h];
}

function buttons(svg, zoom, reset) {
  const tools = document.createElement("div");
  tools.className = `drawing-tools ${svg.classList.contains("wide") ? "wide" : "narrow"}`;
  const made = [
    ["−", "Smaller", () => zoom(1 / STEP)],
    ["+", "Larger", () => zoom(STEP)],
    ["Whole", "Show the whole drawing", reset],
  ];
  for (const [text, label, act] of made) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.setAttribute("aria-label", label);
    button.addEventListener("click", act);
    tools.append(button);
  }
  return tools;
}

enliven();
