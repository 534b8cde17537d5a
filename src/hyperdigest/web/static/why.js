// Fetches the reasons of a digest when the first of them is opened, and puts each in its place.
const fetched = new Map();

async function reasons(address) {
  if (!fetched.has(address)) {
    fetched.clear();
    fetched.set(address, fetch(address).then((answer) => answer.text())
      .then((html) => new DOMParser().parseFromString(html, "text/html")));
  }
  return fetched.get(address);
}

export async function showWhy(event) {
  const why = event.target;
  if (!why.matches?.("details.why") || !why.open) return;
  const place = why.querySelector(".reasons");
  if (place.dataset.filled) return;
  const page = await reasons(why.dataset.from);
  const found = page.getElementById(why.dataset.reason);
  if (!found) return;
  place.replaceChildren(...document.importNode(found, true).childNodes);
  place.dataset.filled = "yes";
}
