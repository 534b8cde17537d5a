// Links whose pages are fetched and shown in place.

/** The page in an answer of the app. */
export async function pageOf(answer) {
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** Let `act` follow the links of a selector, unless the reader opens them elsewhere. */
export function follow(selector, act) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest(selector);
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    act(link);
  });
}
