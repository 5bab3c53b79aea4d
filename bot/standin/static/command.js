// A slash command being filled in: its options in order, each a field with suggestions.

import { act } from "./api.js";
import { el, freshId } from "./dom.js";
import { isDirect, labelOf, model, rooms } from "./model.js";
import { comboField } from "./suggest.js";
import { folded, language, say } from "./words.js";

const KIND = { SUB: 1, GROUP: 2, STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, MENTIONABLE: 9, NUMBER: 10 };
const COMPLETE_AFTER = 120;

// Every command that can be called, subcommands by their whole path.
export function leaves(definitions) {
  const found = [];
  const walk = (node, path) => {
    const inner = (node.options ?? []).filter((option) => option.type <= KIND.GROUP);
    const here = [...path, node];
    if (inner.length) inner.forEach((one) => walk(one, here));
    else found.push(leafOf(here));
  };
  definitions.forEach((one) => walk(one, []));
  return found;
}

function leafOf(nodes) {
  const last = nodes.at(-1);
  return {
    id: nodes[0].id,
    path: nodes.map((node) => node.name),
    spelled: nodes.map((node) => told(node, "name")),
    description: told(last, "description"),
    options: (last.options ?? []).map((option) => ({
      ...option, label: told(option, "name"), description: told(option, "description"),
    })),
  };
}

// A name or a description as the app has it in the language of the page.
export function told(node, field) {
  const spoken = Object.entries(node[`${field}_localizations`] ?? {});
  return spoken.find(([locale]) => locale.split("-")[0] === language)?.[1] ?? node[field];
}

export const written = (leaf) => `/${leaf.spelled.join(" ")}`;
// How a command may be typed: in the language of the page, or by its own name; see `folded`.
export const spellings = (leaf) => [leaf.spelled, leaf.path].map((names) => folded(names.join(" ")));

class Field {
  constructor(line, option) {
    this.line = line;
    this.option = option;
    this.chosen = null;
    const id = freshId("option");
    this.input = comboField({
      id, class: "value", size: 6, required: option.required, "aria-describedby": "line-hint",
      on: {
        input: () => this.typed(),
        focus: () => this.entered(),
        blur: () => line.suggestions.hide(),
        keydown: (event) => line.key(event, this),
      },
    });
    this.node = el("span", { class: "option" }, el("label", { for: id }, option.label), this.input);
    if (!option.required) {
      const away = el("button", { type: "button", class: "away", "aria-label": say("remove", { name: option.label }) }, "×");
      away.addEventListener("click", () => line.remove(this));
      this.node.append(away);
    }
  }

  entered() {
    this.line.hint(this.option);
    this.offer();
  }

  typed() {
    this.chosen = null;
    this.fit();
    this.line.clearProblem(this);
    this.offer();
  }

  fit() {
    this.input.size = Math.max(6, Math.min(40, this.input.value.length + 1));
  }

  take(label, value) {
    this.input.value = label;
    this.chosen = { label, value };
    this.fit();
    this.line.clearProblem(this);
    this.line.next(this);
  }

  offer() {
    clearTimeout(this.waiting);
    if (!this.option.autocomplete) return this.present(this.known());
    this.waiting = setTimeout(() => this.ask(), COMPLETE_AFTER);
  }

  // The app itself completes; only the newest question counts.
  async ask() {
    const number = (this.asked = (this.asked ?? 0) + 1);
    const typed = this.chosen ? "" : this.input.value;
    const answer = await act("complete", {
      channel: model.room, path: this.line.leaf.path, focused: this.option.name, typed,
      options: this.line.values(this),
    });
    if (number !== this.asked || document.activeElement !== this.input) return;
    this.present((answer.choices ?? []).map((one) => ({ label: one.name, value: one.value })));
  }

  present(items) {
    if (items === null || document.activeElement !== this.input) return;
    const offers = items.map((one) => ({ ...one, pick: () => this.take(one.label, one.value) }));
    this.line.suggestions.show(this.input, offers, this.input.value ? say("no_choices") : "");
  }

  // The values that the client knows by itself; null where anything may be typed.
  known() {
    const wanted = this.chosen ? "" : folded(this.input.value.trim()).replace(/^[@#]/, "");
    const fitting = (items) => items.filter((one) => folded(one.label).includes(wanted));
    const { option } = this;
    if (option.choices) return fitting(option.choices.map((one) => ({ label: told(one, "name"), value: one.value })));
    switch (option.type) {
      case KIND.BOOLEAN:
        return fitting([true, false].map((value) => ({ label: say(value ? "yes" : "no"), value })));
      case KIND.USER:
      case KIND.MENTIONABLE:
        return fitting([...model.people.values()].map((one) => ({ label: one.name, value: { user: one.id } })));
      case KIND.CHANNEL:
        return fitting(rooms().filter((one) => !isDirect(one)).map((one) => ({ label: labelOf(one), value: { channel: one.id } })));
      default:
        return null;
    }
  }

  // What would be sent, undefined for nothing.
  get value() {
    if (this.chosen) return this.chosen.value;
    const text = this.input.value.trim();
    if (!text) return undefined;
    const exact = (this.known() ?? []).find((one) => folded(one.label) === folded(text));
    if (exact) return exact.value;
    return [KIND.INTEGER, KIND.NUMBER].includes(this.option.type) ? Number(text) : text;
  }

  get problem() {
    const { option, value } = this;
    if (value === undefined) return option.required ? say("required") : null;
    if (typeof value === "number") {
      const whole = option.type === KIND.NUMBER || Number.isInteger(value);
      if (Number.isNaN(value) || !whole) return say("expects_number");
      const least = option.min_value ?? -Infinity;
      const most = option.max_value ?? Infinity;
      return value < least || value > most ? say("expects_between", { least, most }) : null;
    }
    if (this.known() !== null && !this.chosen && typeof value === "string") return say("expects_choice");
    if (typeof value === "string") {
      const least = option.min_length ?? 0;
      const most = option.max_length ?? 6000;
      return value.length < least || value.length > most ? say("expects_length", { least, most }) : null;
    }
    return null;
  }
}

export class CommandLine {
  // `done` is called when the command is left, `run(path, values)` when it is sent.
  constructor(leaf, suggestions, tell, done, run) {
    Object.assign(this, { leaf, suggestions, tell, done, run });
    this.fields = [];
    this.more = el("span", { class: "more", role: "group", "aria-label": say("more_options") });
    this.chip = el("button", { type: "button", class: "chip", on: { keydown: (event) => this.key(event, null) } }, written(leaf));
    this.chip.addEventListener("focus", () => this.tell(leaf.description, null));
    this.node = el("div", { class: "command" }, this.chip, this.more);
    leaf.options.filter((option) => option.required).forEach((option) => this.add(option));
    this.refresh();
  }

  start() {
    (this.fields[0]?.input ?? this.chip).focus();
  }

  add(option) {
    const field = new Field(this, option);
    this.fields.push(field);
    this.more.before(field.node);
    this.refresh();
    return field;
  }

  remove(field) {
    this.fields = this.fields.filter((one) => one !== field);
    field.node.remove();
    this.refresh();
    (this.fields.at(-1)?.input ?? this.chip).focus();
  }

  refresh() {
    const present = new Set(this.fields.map((field) => field.option.name));
    const rest = this.leaf.options.filter((option) => !present.has(option.name));
    this.more.hidden = rest.length === 0;
    this.more.replaceChildren(...rest.map((option) => {
      const node = el("button", { type: "button", class: "add", title: option.description }, `+ ${option.label}`);
      node.addEventListener("click", () => this.add(option).input.focus());
      return node;
    }));
  }

  values(besides = null) {
    const filled = this.fields.filter((field) => field !== besides && field.value !== undefined);
    return Object.fromEntries(filled.map((field) => [field.option.name, field.value]));
  }

  hint(option) {
    this.tell(`${option.label}: ${option.description}${option.required ? "" : ` (${say("optional")})`}`, undefined);
  }

  clearProblem(field) {
    field.input.removeAttribute("aria-invalid");
    this.tell(undefined, "");
  }

  next(field) {
    const empty = this.fields.slice(this.fields.indexOf(field) + 1).find((one) => one.value === undefined);
    if (empty) empty.input.focus();
  }

  key(event, field) {
    if (field && this.suggestions.key(event)) event.preventDefault();
    else if (event.key === "Tab" && field && this.suggestions.open && field.input.value && !field.chosen) this.suggestions.pick();
    else if (event.key === "Enter" && field) {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Escape") this.done();
    else if (event.key === "Backspace" && (!field || !field.input.value)) {
      event.preventDefault();
      if (field && !field.option.required) this.remove(field);
      else if (!field || this.fields[0] === field) this.done();
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.submit();
    }
  }

  submit() {
    const faulty = this.fields.find((field) => field.problem);
    if (!faulty) {
      this.run(this.leaf, this.values());
      return;
    }
    faulty.input.setAttribute("aria-invalid", "true");
    faulty.input.focus();
    this.tell(undefined, `${faulty.option.label}: ${faulty.problem}`);
  }
}
