// Text whose contrast with its ground is less than WCAG 2 AA asks for.
() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (text) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3]));
  const linear = (v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const ground = (e) => {
    const layers = [];
    for (; e; e = e.parentElement) layers.unshift(rgba(getComputedStyle(e).backgroundColor));
    return layers.reduce((under, top) => over(top, under), [255, 255, 255]);
  };
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.data.trim();
    const e = walk.currentNode.parentElement;
    const apart = e.closest("svg, datalist, script, noscript, :disabled, .sr-only, .skip");
    if (!text || apart || !e.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(e);
    const under = ground(e);
    const [one, other] = [light(over(rgba(style.color), under)), light(under)];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) found.push(`${ratio.toFixed(2)} ${style.color} ${text.slice(0, 40)}`);
  }
  return found;
}
