// A select menu: a face that says what is chosen, and a list that opens over the page.

import { el, freshId } from "./dom.js";
import { besideWords } from "./emoji.js";
import { isDirect, labelOf, model, rooms } from "./model.js";
import { folded, say } from "./words.js";

const STRING = 3;
const PEOPLE = new Set([5, 7]);
const CHANNEL = 8;

let opened = null;
document.addEventListener("pointerdown", (event) => {
  if (opened && !opened.face.contains(event.target) && !opened.list.contains(event.target)) opened.close();
});
document.addEventListener("scroll", (event) => {
  if (opened && event.target !== opened.list) opened.place();
}, true);
addEventListener("resize", () => opened?.place());

// What a menu of any kind offers: labels, values as they are sent, descriptions.
function offers(component) {
  if (component.type === STRING) {
    return component.options.map((option) => ({ ...option, send: option.value }));
  }
  if (PEOPLE.has(component.type)) {
    return [...model.people.values()].map((one) => ({ label: one.name, value: one.id, send: { user: one.id } }));
  }
  if (component.type === CHANNEL) {
    const allowed = component.channel_types ?? [];
    return rooms()
      .filter((room) => !isDirect(room) && (!allowed.length || allowed.includes(room.kind)))
      .map((room) => ({ label: labelOf(room), value: room.id, send: { channel: room.id } }));
  }
  return [];
}

export class Menu {
  // `choose(values)` is called with what is to be sent, once a choice is complete.
  constructor(component, choose) {
    this.component = component;
    this.choose = choose;
    this.least = component.min_values ?? 1;
    this.most = component.max_values ?? 1;
    this.options = offers(component);
    this.chosen = new Set(this.options.filter((option) => option.default).map((option) => option.value));
    this.before = [...this.chosen].join();
    this.active = 0;
    this.typed = "";
    this.build();
  }

  build() {
    const id = freshId("menu");
    this.list = el("ul", {
      id, class: "listbox", role: "listbox", popover: "manual", "aria-label": this.placeholder,
      "aria-multiselectable": this.most > 1 ? true : null,
    });
    this.items = this.options.map((option, at) => this.item(option, at, `${id}-${at}`));
    this.list.append(...this.items);
    this.face = el("button", {
      class: "face", type: "button", role: "combobox", disabled: this.component.disabled,
      "aria-haspopup": "listbox", "aria-expanded": "false", "aria-controls": id,
      data: { key: this.component.custom_id },
      on: { click: () => this.toggle(), keydown: (event) => this.key(event), blur: () => this.close() },
    });
    this.node = el("div", { class: "menu" }, this.face, this.list);
    this.tell();
  }

  get placeholder() {
    return this.component.placeholder || say("make_selection");
  }

  item(option, at, id) {
    const name = el("span", { class: "label" }, option.emoji ? besideWords(option.emoji, option.label) : null, option.label);
    const more = option.description ? el("span", { class: "description" }, option.description) : null;
    const node = el("li", { id, role: "option", "aria-selected": "false" }, name, more);
    node.addEventListener("pointerdown", (event) => event.preventDefault());
    node.addEventListener("click", () => this.pick(at));
    node.addEventListener("pointermove", () => this.move(at));
    return node;
  }

  tell() {
    const labels = this.options.filter((option) => this.chosen.has(option.value)).map((option) => option.label);
    const text = labels.join(", ") || this.placeholder;
    this.face.replaceChildren(
      el("span", { class: labels.length ? "" : "placeholder" }, text),
      el("span", { class: "arrow", "aria-hidden": "true" }, "▾"),
    );
    this.face.setAttribute("aria-label", labels.length ? `${this.placeholder}: ${text}` : text);
    this.items.forEach((item, at) => item.setAttribute("aria-selected", this.chosen.has(this.options[at].value)));
  }

  toggle() {
    if (opened === this) this.close();
    else this.open();
  }

  open() {
    opened?.close();
    opened = this;
    this.list.showPopover();
    this.place();
    this.face.setAttribute("aria-expanded", "true");
    this.move(Math.max(0, this.options.findIndex((option) => this.chosen.has(option.value))));
  }

  place() {
    const face = this.face.getBoundingClientRect();
    const below = innerHeight - face.bottom - 12;
    const above = face.top - 12;
    const up = below < Math.min(this.list.scrollHeight, 240) && above > below;
    Object.assign(this.list.style, {
      left: `${face.left}px`,
      width: `${face.width}px`,
      maxHeight: `${Math.min(400, up ? above : below)}px`,
      top: up ? "auto" : `${face.bottom + 4}px`,
      bottom: up ? `${innerHeight - face.top + 4}px` : "auto",
    });
  }

  close() {
    if (opened !== this) return;
    opened = null;
    if (this.list.isConnected) this.list.hidePopover();
    this.face.setAttribute("aria-expanded", "false");
    this.face.removeAttribute("aria-activedescendant");
    if (this.most > 1) this.send();
  }

  move(at) {
    this.items[this.active]?.classList.remove("active");
    this.active = Math.max(0, Math.min(this.items.length - 1, at));
    const item = this.items[this.active];
    if (!item) return;
    item.classList.add("active");
    item.scrollIntoView({ block: "nearest" });
    this.face.setAttribute("aria-activedescendant", item.id);
  }

  pick(at) {
    const { value } = this.options[at];
    if (this.most > 1) {
      if (!this.chosen.delete(value) && this.chosen.size < this.most) this.chosen.add(value);
      this.tell();
      return;
    }
    this.chosen = new Set([value]);
    this.tell();
    this.close();
    this.send();
  }

  send() {
    const now = [...this.chosen].join();
    if (this.chosen.size < this.least || (this.most > 1 && now === this.before)) return;
    this.before = now;
    this.choose(this.options.filter((option) => this.chosen.has(option.value)).map((option) => option.send));
  }

  key(event) {
    const open = opened === this;
    const moves = { ArrowDown: this.active + 1, ArrowUp: this.active - 1, Home: 0, End: this.items.length - 1 };
    if (event.key in moves) {
      event.preventDefault();
      if (open) this.move(moves[event.key]);
      else this.open();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (open) this.pick(this.active);
      else this.open();
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      this.close();
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      this.seek(event.key);
    }
  }

  seek(letter) {
    clearTimeout(this.forgetting);
    this.forgetting = setTimeout(() => (this.typed = ""), 700);
    this.typed += letter;
    const at = this.options.findIndex((option) => folded(option.label).startsWith(folded(this.typed)));
    if (at < 0) return;
    if (opened !== this) this.open();
    this.move(at);
  }
}
