// Runs before the page is painted: the reader's choice of light or dark, and that script runs; and
// Enter asks even while the other scripts are on their way.
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");
  try {
    const chosen = localStorage.getItem("theme");
    if (chosen) root.dataset.theme = chosen;
  } catch {
    // Storage may be shut; the system's choice then stands.
  }
  addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    if (!event.target.matches?.(".question textarea")) return;
    event.preventDefault();
    event.target.form.requestSubmit();
  });
})();
