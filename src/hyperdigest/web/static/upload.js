// Files and folders, chosen or dropped anywhere on the page, sent as one collection or into one.

const read = (entry) => new Promise((done, fail) => {
  if (entry.isFile) return entry.file((file) => done([[file, entry.fullPath.slice(1)]]), fail);
  const reader = entry.createReader();
  const all = [];
  const more = () => reader.readEntries(async (some) => {
    if (!some.length) return done((await Promise.all(all.map(read))).flat());
    all.push(...some);
    more();
  }, fail);
  more();
});

async function dropped(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length) return (await Promise.all(entries.map(read))).flat();
  return [...transfer.files].map((file) => [file, file.name]);
}

/** The folder that all files lie in, or nothing: the collection is called so. */
function folderOf(files) {
  const tops = new Set(files.map(([, name]) => (name.includes("/") ? name.split("/")[0] : "")));
  return tops.size === 1 ? [...tops][0] : "";
}

function send(form, files) {
  const told = form.querySelector("#upload-status");
  if (!files.length) return;
  const error = document.querySelector("#upload-error");
  const data = new FormData();
  if (form.dataset.names !== undefined) data.append("name", folderOf(files));
  const language = form.elements.language?.value;
  if (language) data.append("language", language);
  const column = form.elements.text_column?.value;
  if (column) data.append("text_column", column);
  if (form.elements.ocr?.checked) data.append("ocr", "on");
  for (const [file, name] of files) data.append("files", file, name);
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.setRequestHeader("Accept", "text/html");
  request.upload.onprogress = ({ loaded, total }) => {
    const share = total ? Math.floor((100 * loaded) / total) : 0;
    told.textContent = `Sending ${files.length === 1 ? "1 file" : `${files.length} files`}: ${share}%`;
  };
  const failed = (text) => {
    told.textContent = "";
    error.textContent = text;
    error.hidden = false;
  };
  request.onload = () => {
    if (request.status < 400) return location.assign(request.responseURL);
    const page = new DOMParser().parseFromString(request.responseText, "text/html");
    failed(page.querySelector("[data-error]")?.textContent ?? request.responseText);
  };
  request.onerror = () => failed("The files could not be sent. Is hyperdigest serve still running?");
  error.hidden = true;
  request.send(data);
}

export function startUpload(form) {
  const zone = form.querySelector(".drop");
  for (const input of form.querySelectorAll('input[type="file"]')) {
    input.addEventListener("change", () => {
      send(form, [...input.files].map((file) => [file, file.webkitRelativePath || file.name]));
      input.value = "";
    });
  }
  for (const button of form.querySelectorAll("button[data-for]")) {
    button.addEventListener("click", () => form.querySelector(`#${button.dataset.for}`).click());
  }
  let inside = 0;
  addEventListener("dragenter", () => zone.classList.toggle("over", ++inside > 0));
  addEventListener("dragleave", () => zone.classList.toggle("over", --inside > 0));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    event.preventDefault();
    inside = 0;
    zone.classList.remove("over");
    send(form, await dropped(event.dataTransfer));
  });
}
