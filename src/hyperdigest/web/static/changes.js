// Tells on a page that is open already when files that are watched have changed.
import { pageOf } from "./links.js";

const PAUSE = 5000; // milliseconds between two looks; a page that is not seen does not look

export function startChanges(place) {
  const address = place.dataset.address;
  if (!address) return;
  const look = async () => {
    if (document.hidden || place.contains(document.activeElement)) return;
    const answer = await fetch(address).catch(() => null);
    if (!answer?.ok) return;
    const page = await pageOf(answer);
    const told = page.querySelector("#changes");
    if (told && told.textContent.trim() !== place.textContent.trim()) {
      place.replaceChildren(...document.importNode(told, true).childNodes);
    }
  };
  setInterval(look, PAUSE);
}
