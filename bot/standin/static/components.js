// Buttons, menus and the layout of Components V2.

import { el } from "./dom.js";
import { besideWords } from "./emoji.js";
import { markdown, spoiler } from "./markdown.js";
import { fileCard, thumbnail, wideGallery } from "./media.js";
import { Menu } from "./menu.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

// `hands` say what a control does: press(custom_id, node), select(custom_id, values, node).
export function component(one, hands) {
  switch (one.type) {
    case 1:
      return el("div", { class: "row" }, ...one.components.map((inner) => component(inner, hands)));
    case 2:
      return button(one, hands);
    case 3:
    case 5:
    case 6:
    case 7:
    case 8: {
      const menu = new Menu(one, (values) => hands.select(one.custom_id, values, menu.face));
      return menu.node;
    }
    case 9:
      return section(one, hands);
    case 10:
      return text(one);
    case 11:
      return thumbnail(one);
    case 12:
      return wideGallery(one.items);
    case 13:
      return fileCard({ url: one.file.url, filename: one.name, size: one.size });
    case 14:
      return separator(one);
    case 17:
      return container(one, hands);
    default:
      return null;
  }
}

function text(one) {
  const node = el("div", { class: "text" });
  node.append(markdown(one.content));
  return node;
}

function button(one, hands) {
  const face = [one.emoji ? besideWords(one.emoji, one.label) : null, one.label ?? ""];
  const style = `button ${STYLES[one.style] ?? "secondary"}`;
  if (one.style === 5) {
    return el("a", { class: style, href: one.url, target: "_blank", rel: "noopener noreferrer" }, ...face);
  }
  const node = el("button", { class: style, type: "button", disabled: one.disabled, data: { key: one.custom_id } }, ...face);
  node.addEventListener("click", () => hands.press(one.custom_id, node));
  return node;
}

function section(one, hands) {
  const texts = el("div", { class: "texts" }, ...one.components.map((inner) => component(inner, hands)));
  return el("div", { class: "section" }, texts, component(one.accessory, hands));
}

function separator(one) {
  const wide = one.spacing === 2 ? " large" : "";
  return one.divider === false
    ? el("div", { class: `gap${wide}` })
    : el("hr", { class: `gap${wide}` });
}

export function color(number) {
  return `#${number.toString(16).padStart(6, "0")}`;
}

function container(one, hands) {
  const node = el("div", { class: "container" }, ...one.components.map((inner) => component(inner, hands)));
  if (typeof one.accent_color === "number") node.style.borderLeftColor = color(one.accent_color);
  return one.spoiler ? spoiler([node]) : node;
}
