// Controls that a screen reader would call nothing.
() => {
  const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary, progress,"
    + " svg[role], [role=region]";
  const text = (ids) => ids.split(" ").map((id) => document.getElementById(id)?.textContent ?? "");
  const named = (e) => [
    e.getAttribute("aria-label") ?? "",
    ...text(e.getAttribute("aria-labelledby") ?? ""),
    ...[...(e.labels ?? [])].map((label) => label.textContent),
    e.textContent,
    e.title ?? "",
  ].join("").trim();
  return [...document.querySelectorAll(controls)]
    .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !named(e))
    .map((e) => e.outerHTML.slice(0, 120));
}
