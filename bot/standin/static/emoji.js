// Emojis in texts and beside words: the app's own ones are pictures, others are characters.

import { el } from "./dom.js";

// Within a text: what it is called stands for it where it cannot be seen.
export function emoji({ id, name }) {
  const word = name.replaceAll("_", " ");
  const picture = el("img", { class: "emoji", src: `/emojis/${id}.png`, alt: word, title: word });
  picture.addEventListener("error", () => picture.replaceWith(`:${name}:`));
  return picture;
}

// In front of the label of a control, which says the same; alone, it has to speak for itself.
export function besideWords(one, label) {
  if (!one.id) return el("span", { class: "emoji" }, one.name);
  const picture = emoji(one);
  if (label) Object.assign(picture, { alt: "", title: "" });
  return picture;
}
