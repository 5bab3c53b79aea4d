// Pictures in Discord's gallery layout, files, and the view in full size.

import { byId, el } from "./dom.js";
import { spoiler } from "./markdown.js";
import { say, tag } from "./words.js";

const CLASSIC = { width: 550, height: 350 };
// How much larger than its frame a picture is that has a size between the two.
const MUCH = 2;
const WIDE = { width: 600, height: Infinity };

export const isPicture = (file) => (file.content_type ?? "").startsWith("image/") && file.width;

// Attachments of a classic message: the pictures together, every other file by itself.
export function attachments(files) {
  const pictures = files.filter(isPicture).map((file) => ({ media: file, description: file.description }));
  const nodes = pictures.length ? [gallery(pictures, CLASSIC)] : [];
  return [...nodes, ...files.filter((file) => !isPicture(file)).map(fileCard)];
}

// A media gallery of a Components V2 message, as wide as its text.
export const wideGallery = (items) => gallery(items, WIDE);

function gallery(items, limits) {
  const single = items.length === 1;
  const tiles = items.map((item) => tile(item, single ? limits : null));
  return el("div", { class: `gallery n${items.length}` }, ...tiles);
}

function tile(item, limits) {
  const { media } = item;
  const alt = item.description || say("picture");
  const picture = el("img", { alt, src: media.url, decoding: "async" });
  if (limits && media.width) {
    const scale = Math.min(1, limits.width / media.width, limits.height / media.height);
    picture.style.width = `${Math.round(media.width * scale)}px`;
    picture.style.aspectRatio = `${media.width} / ${media.height}`;
  }
  const face = el("button", { class: "tile", type: "button", on: { click: () => show(media, alt) } }, picture);
  // The table keeps the newest pictures alone; of an older one its description stays.
  picture.addEventListener("error", () => {
    if (face.isConnected) face.replaceWith(el("p", { class: "alt" }, alt));
  });
  return item.spoiler ? spoiler([face]) : face;
}

export function thumbnail(item) {
  const node = tile(item, null);
  node.classList.add("thumbnail");
  return node;
}

const SIZES = ["byte", "kilobyte", "megabyte"];

function sizeOf(bytes) {
  const step = bytes < 1024 ? 0 : bytes < 1048576 ? 1 : 2;
  const style = { style: "unit", unit: SIZES[step], maximumFractionDigits: 1 };
  return new Intl.NumberFormat(tag, style).format(bytes / 1024 ** step);
}

export function fileCard(file) {
  const name = el("a", { href: file.url, download: file.filename }, file.filename);
  return el("div", { class: "file" }, name, el("span", { class: "size" }, sizeOf(file.size)));
}

// A picture as large as its frame, on a small screen also larger, and in full size.
function show(media, alt) {
  const viewer = byId("viewer");
  const close = el("button", { type: "button", class: "plain", on: { click: () => viewer.close() } }, say("close"));
  const original = el("a", { href: media.url, target: "_blank", rel: "noopener" }, say("open_original"));
  const picture = el("img", { src: media.url, alt });
  const frame = el("div", { class: "frame", tabIndex: 0 }, picture);
  const sizes = { natural: sizeButton(say("full_size")) };
  const bar = el("div", { class: "bar" }, sizes.natural, original, close);
  viewer.replaceChildren(bar, frame, el("p", { class: "alt", tabIndex: 0 }, alt));
  viewer.onclick = (event) => event.target === viewer && viewer.close();
  viewer.showModal();
  const between = Math.round(Math.sqrt(frame.clientWidth * media.width));
  if (media.width > MUCH * frame.clientWidth) {
    sizes.larger = sizeButton(say("larger"));
    bar.prepend(sizes.larger);
  }
  const resize = (size) => {
    frame.dataset.size = frame.dataset.size === size ? "" : size;
    picture.style.width = frame.dataset.size === "larger" ? `${between}px` : "";
    for (const [name, button] of Object.entries(sizes)) button.setAttribute("aria-pressed", String(frame.dataset.size === name));
  };
  for (const [name, button] of Object.entries(sizes)) button.addEventListener("click", () => resize(name));
  picture.addEventListener("click", (event) => {
    const [x, y] = [event.offsetX / picture.clientWidth, event.offsetY / picture.clientHeight];
    resize(sizes.larger && !frame.dataset.size ? "larger" : "natural");
    // What was pressed on stays in view.
    frame.scrollLeft = x * picture.clientWidth - frame.clientWidth / 2;
    frame.scrollTop = y * picture.clientHeight - frame.clientHeight / 2;
  });
  close.focus();
}

function sizeButton(caption) {
  return el("button", { type: "button", class: "plain", "aria-pressed": "false" }, caption);
}
