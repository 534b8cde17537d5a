// Says in sight what went wrong between the page and the app, and takes it back when it is over.

export const SILENT = "The app does not answer. Is hyperdigest serve still running?";

const place = () => document.querySelector("#trouble");

export function trouble(text) {
  place().textContent = text;
  place().hidden = false;
}

export function fine() {
  place().hidden = true;
  place().textContent = "";
}

/** What comes back from an address; null where the app does not answer, which is then said. */
export async function asked(address, options) {
  try {
    const answer = await fetch(address, options);
    fine();
    return answer;
  } catch (error) {
    if (error.name !== "AbortError") trouble(SILENT);
    return null;
  }
}
