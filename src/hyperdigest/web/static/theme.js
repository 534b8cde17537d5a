// Runs before the page is painted: the reader's choice of light or dark, and that script runs.
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");
  try {
    const chosen = localStorage.getItem("theme");
    if (chosen) root.dataset.theme = chosen;
  } catch {
    // Storage may be shut; the system's choice then stands.
  }
})();
