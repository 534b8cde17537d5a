// How a page is ordered, and what in it is broken.
() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const referred = all("[aria-labelledby], [aria-describedby]")
    .flatMap((e) => [e.getAttribute("aria-labelledby"), e.getAttribute("aria-describedby")])
    .flatMap((ids) => (ids ?? "").split(" "));
  return {
    h1: all("h1").length,
    main: all("main").length,
    lang: document.documentElement.lang,
    title: document.title,
    ids: all("[id]").map((e) => e.id),
    broken: referred.filter((id) => id && !document.getElementById(id)),
    navs: all("nav").map((e) => e.getAttribute("aria-label") ?? e.getAttribute("aria-labelledby")),
    styled: all("[style], style").length,
  };
}
