// What the browser remembers of a reader's choices; where it remembers nothing, they last as long as the page.

export function recall(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Storage may be shut or full.
  }
}
