"use strict";
// Each strip has patches: a picture is the first of them with all others up to its step on top.
const data = JSON.parse(document.getElementById("data").textContent);
const canvas = document.getElementById("picture");
const sheet = document.createElement("canvas");
const pen = sheet.getContext("2d");
const range = document.getElementById("range");
const told = document.getElementById("told");
const curve = document.getElementById("curve");
const cursor = document.getElementById("cursor");
const last = data.seen.length - 1;
const SNAPSHOT = 10;
const SWIPE = 40;
let step = 0;
let view = -1;
let wanted = 0;
let drawn = { strip: -1, patches: 0 };
let snapshots = [];

const at = () => (view < 0 ? data.seen[step] : view);

async function patchImage(patch) {
  const image = new Image();
  image.src = "data:image/webp;base64," + patch[3];
  await image.decode();
  return image;
}

function begin(strip, count) {
  if (drawn.strip !== strip) {
    const [width, height] = data.strips[strip];
    sheet.width = width;
    sheet.height = height;
    snapshots = [];
    drawn = { strip, patches: 0 };
  }
  if (drawn.patches > count) {
    const near = snapshots.filter((one) => one.patches <= count).pop();
    drawn.patches = near ? near.patches : 0;
    if (near) pen.drawImage(near.canvas, 0, 0);
  }
}

function keep() {
  if (drawn.patches % SNAPSHOT || snapshots.some((one) => one.patches === drawn.patches)) return;
  const copy = document.createElement("canvas");
  copy.width = sheet.width;
  copy.height = sheet.height;
  copy.getContext("2d").drawImage(sheet, 0, 0);
  snapshots.push({ patches: drawn.patches, canvas: copy });
}

async function draw() {
  const mine = ++wanted;
  const strip = at();
  const [, , patches, alts] = data.strips[strip];
  const count = patches.filter((patch) => patch[0] <= step).length;
  const alt = alts.filter((one) => one[0] <= step).pop();
  begin(strip, count);
  const from = drawn.patches;
  const images = await Promise.all(patches.slice(from, count).map(patchImage));
  if (mine !== wanted) return;
  images.forEach((image, index) => {
    pen.drawImage(image, patches[from + index][1], patches[from + index][2]);
    drawn.patches += 1;
    keep();
  });
  if (canvas.width !== sheet.width) canvas.width = sheet.width;
  if (canvas.height !== sheet.height) canvas.height = sheet.height;
  canvas.getContext("2d").drawImage(sheet, 0, 0);
  canvas.setAttribute("aria-label", alt ? alt[1] : "");
  canvas.dataset.step = step;
}

function show(next) {
  step = Math.max(0, Math.min(last, next));
  range.value = step;
  const entry = document.getElementById("step" + step);
  document.querySelectorAll("#log [aria-current]").forEach((one) => {
    one.removeAttribute("aria-current");
  });
  entry.setAttribute("aria-current", "step");
  const parts = entry.cloneNode(true);
  const heading = document.createElement("p");
  heading.innerHTML = parts.querySelector("button").innerHTML;
  parts.querySelector("h3").replaceWith(heading);
  told.replaceChildren(...parts.childNodes);
  range.setAttribute("aria-valuetext", heading.textContent);
  document.querySelectorAll("[data-to]").forEach((button) => {
    const forward = button.dataset.to === "forward" || button.dataset.to === "last";
    button.disabled = step === (forward ? last : 0);
  });
  const left = Number(curve.dataset.left);
  const x = left + ((Number(curve.dataset.width) - left) * step) / Math.max(1, last);
  cursor.setAttribute("x1", x);
  cursor.setAttribute("x2", x);
  draw();
}

const ways = {
  first: () => 0,
  back: () => step - 1,
  forward: () => step + 1,
  last: () => last,
};
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.to) show(ways[button.dataset.to]());
  if (button.dataset.step) {
    show(Number(button.dataset.step));
    document.getElementById("screen").scrollIntoView({ block: "nearest" });
  }
  if (button.dataset.view) {
    view = Number(button.dataset.view);
    document.querySelectorAll("[data-view]").forEach((one) => {
      one.setAttribute("aria-pressed", String(one === button));
    });
    draw();
  }
});
document.addEventListener("keydown", (event) => {
  const way = keys[event.key];
  if (!way || event.target === range || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  show(ways[way]());
});
range.addEventListener("input", () => show(Number(range.value)));
curve.addEventListener("click", (event) => {
  const box = curve.getBoundingClientRect();
  const width = Number(curve.dataset.width);
  const left = Number(curve.dataset.left);
  const x = ((event.clientX - box.left) / box.width) * width;
  show(Math.round(((x - left) / (width - left)) * last));
});
let touched = null;
canvas.addEventListener("touchstart", (event) => {
  touched = event.touches.length === 1 ? event.touches[0] : null;
}, { passive: true });
canvas.addEventListener("touchend", (event) => {
  if (!touched) return;
  const end = event.changedTouches[0];
  const across = end.clientX - touched.clientX;
  const down = end.clientY - touched.clientY;
  touched = null;
  if (Math.abs(across) < SWIPE || Math.abs(across) < 2 * Math.abs(down)) return;
  show(ways[across < 0 ? "forward" : "back"]());
}, { passive: true });
show(0);
