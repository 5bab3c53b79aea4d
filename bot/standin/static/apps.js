// The commands that an app offers in the menu of a person or of a message: Discord's "Apps".

import { look } from "./api.js";
import { told } from "./command.js";
import { el } from "./dom.js";
import { model } from "./model.js";
import { say } from "./words.js";

let opened = null;
document.addEventListener("pointerdown", (event) => {
  if (opened && !opened.button.contains(event.target) && !opened.list.contains(event.target)) opened.close();
});
document.addEventListener("scroll", (event) => opened && event.target !== opened.list && opened.close(), true);
addEventListener("resize", () => opened?.close());

// A button that opens the menu of something; `kind` says of what, "people" or "messages", and
// `choose(command)` is called with the definition of the command that was taken.
export function appsButton(props, kind, choose, ...face) {
  const button = el("button", { type: "button", "aria-haspopup": "menu", "aria-expanded": "false", ...props }, ...face);
  button.addEventListener("click", () => {
    if (opened?.button === button) opened.close();
    else new AppsMenu(button, kind, choose).open();
  });
  return button;
}

class AppsMenu {
  constructor(button, kind, choose) {
    Object.assign(this, { button, kind, choose });
    this.list = el("div", {
      class: "listbox apps", role: "menu", popover: "manual", "aria-label": say("apps"),
      on: { keydown: (event) => this.key(event) },
    });
  }

  async open() {
    opened?.close();
    opened = this;
    const answer = await look(`/commands/${model.room}`);
    if (opened !== this) return;
    const items = (answer[this.kind] ?? []).map((command) => this.item(command));
    this.list.append(...(items.length ? items : [el("p", { class: "empty" }, say("no_apps"))]));
    document.body.append(this.list);
    this.list.showPopover();
    this.place();
    this.button.setAttribute("aria-expanded", "true");
    items[0]?.focus();
  }

  item(command) {
    const take = () => {
      this.close();
      this.choose(command);
    };
    return el("button", { type: "button", role: "menuitem", on: { click: take } }, told(command, "name"));
  }

  place() {
    const face = this.button.getBoundingClientRect();
    const { width, height } = this.list.getBoundingClientRect();
    const up = face.bottom + 4 + height > innerHeight;
    Object.assign(this.list.style, {
      left: `${Math.max(8, Math.min(face.left, innerWidth - width - 8))}px`,
      top: `${up ? Math.max(8, face.top - height - 4) : face.bottom + 4}px`,
    });
  }

  close() {
    if (opened !== this) return;
    opened = null;
    const held = this.list.contains(document.activeElement);
    this.list.remove();
    this.button.setAttribute("aria-expanded", "false");
    if (held) this.button.focus();
  }

  key(event) {
    const items = [...this.list.querySelectorAll("[role=menuitem]")];
    const at = items.indexOf(document.activeElement);
    const moves = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
    if (event.key in moves) {
      event.preventDefault();
      items.at(moves[event.key] % items.length)?.focus();
    } else if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      event.stopPropagation();
      this.close();
    }
  }
}
