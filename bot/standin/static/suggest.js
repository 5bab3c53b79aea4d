// Suggestions above the message line, for whichever field is being typed in.

import { el } from "./dom.js";
import { say } from "./words.js";

export class Suggestions {
  constructor() {
    this.list = el("ul", { id: "suggestions", class: "listbox", role: "listbox", "aria-label": say("suggestions"), hidden: true });
    this.field = null;
    this.items = [];
    this.active = 0;
  }

  get open() {
    return !this.list.hidden && this.items.length > 0;
  }

  // `items` have a label, perhaps a description, and `pick()`; `empty` is said when there are none.
  show(field, items, empty) {
    this.hide();
    this.field = field;
    this.items = items;
    const lines = items.map((item, at) => this.line(item, at));
    if (!lines.length && empty) lines.push(el("li", { class: "empty", role: "option", "aria-disabled": "true", "aria-selected": "false" }, empty));
    this.list.replaceChildren(...lines);
    this.list.hidden = lines.length === 0;
    field.setAttribute("aria-expanded", String(!this.list.hidden));
    if (items.length) this.move(0);
  }

  line(item, at) {
    const more = item.description ? el("span", { class: "description" }, item.description) : null;
    const node = el("li", { id: `suggestion-${at}`, role: "option", "aria-selected": "false" }, el("span", { class: "label" }, item.label), more);
    node.addEventListener("pointerdown", (event) => event.preventDefault());
    node.addEventListener("click", () => this.pick(at));
    return node;
  }

  move(at) {
    const lines = this.list.children;
    lines[this.active]?.setAttribute("aria-selected", "false");
    this.active = (at + this.items.length) % this.items.length;
    lines[this.active].setAttribute("aria-selected", "true");
    lines[this.active].scrollIntoView({ block: "nearest" });
    this.field.setAttribute("aria-activedescendant", lines[this.active].id);
  }

  pick(at = this.active) {
    const item = this.items[at];
    this.hide();
    item.pick();
  }

  hide() {
    this.list.hidden = true;
    this.items = [];
    this.active = 0;
    this.field?.setAttribute("aria-expanded", "false");
    this.field?.removeAttribute("aria-activedescendant");
  }

  // Handles a key of the field; true when it is done with.
  key(event) {
    if (this.list.hidden) return false;
    if (event.key === "Escape") {
      this.hide();
      return true;
    }
    if (!this.open) return false;
    if (event.key === "ArrowDown") this.move(this.active + 1);
    else if (event.key === "ArrowUp") this.move(this.active - 1);
    else if (event.key === "Enter") this.pick();
    else return false;
    return true;
  }
}

// A text field that offers suggestions.
export function comboField(props) {
  return el("input", {
    type: "text", role: "combobox", autocomplete: "off", spellcheck: false,
    "aria-expanded": "false", "aria-controls": "suggestions", "aria-autocomplete": "list", ...props,
  });
}

