// Follows the reading and fitting of a collection; the page is loaded anew when it is done.

function countTold({ done, total, seconds_left: left }) {
  if (!total) return "";
  if (left === null || done === total) return `${done} of ${total}`;
  const [number, unit] = left < 60 ? [Math.max(1, Math.round(left)), "second"] : [Math.round(left / 60), "minute"];
  return `${done} of ${total}, ${number} ${unit}${number === 1 ? "" : "s"} left`;
}

export function startProgress(card) {
  const bar = card.querySelector("progress");
  const steps = [...card.querySelectorAll(".steps li")];
  const events = new EventSource(card.dataset.events);
  const hear = (event) => {
    const now = JSON.parse(event.data);
    if (now.status === "ready" || now.status === "failed") {
      events.close();
      return location.reload();
    }
    const at = steps.findIndex((step) => step.dataset.stage === now.progress?.stage);
    if (at < 0) return;
    steps.forEach((step, i) => (step.className = i < at ? "done" : i === at ? "now" : ""));
    card.querySelector("#stage").textContent = steps[at].dataset.told;
    card.querySelector("#count").textContent = countTold(now.progress);
    if (now.progress.total) {
      bar.max = now.progress.total;
      bar.value = now.progress.done;
    } else {
      bar.removeAttribute("value");
    }
  };
  for (const name of ["message", "progress", "ready", "failed"]) events.addEventListener(name, hear);
}
