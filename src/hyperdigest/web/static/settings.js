// The settings below the question: folded or not and how long and how near to the question a digest is, remembered.
import { recall, remember } from "./memory.js";

const FOLD = "settings-open";
const SLIDERS = "settings";

export function tellValue(slider) {
  const output = slider.form.querySelector(`output[for="${slider.id}"]`);
  const wordings = slider.dataset.wordings?.split("|");
  const value = Number(slider.value);
  const between = value > 0 ? 1 + Math.floor(3 * value) : 0;
  output.value = wordings ? wordings[value >= 1 ? wordings.length - 1 : between] : `${value} ${slider.name}`;
  slider.setAttribute("aria-valuetext", output.value);
}

/** The line of a folded form, as the app words it for the digest that is shown. */
export function tellSettings(result) {
  document.querySelector("#told").textContent = result.querySelector("[data-settings]").dataset.settings;
}

/** Remember what the sliders say, of all that is asked. */
export function rememberSliders(form, asked) {
  const kept = [...asked].filter(([name]) => form.elements[name]?.type === "range");
  remember(SLIDERS, new URLSearchParams(kept));
}

/** What the sliders said at last; nothing for a page whose address says what it asks. */
export const remembered = () => new URLSearchParams(location.search ? "" : recall(SLIDERS));

export function startFold(fold) {
  if (recall(FOLD)) fold.open = true;
  fold.addEventListener("toggle", () => remember(FOLD, fold.open ? "yes" : ""));
}
