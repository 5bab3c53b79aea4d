// A form that the app opens over the page.

import { problemOf } from "./api.js";
import { announce, byId, el, freshId } from "./dom.js";
import { markdown } from "./markdown.js";
import { say } from "./words.js";

const KIND = { ROW: 1, MENU: 3, TEXT_INPUT: 4, TEXT: 10, LABEL: 18, RADIO: 21, CHECKS: 22, CHECK: 23 };

// `send(values)` gives the answer of the table, whose `problem` or failure the form shows.
export function openForm(modal, send) {
  const dialog = byId("form");
  const title = el("h2", { id: freshId("title") }, modal.title);
  const fields = [];
  const parts = modal.components.map((one) => part(one, fields));
  const problem = el("p", { class: "failed", role: "alert" });
  const cancel = el("button", { type: "button", class: "button link", on: { click: () => dialog.close() } }, say("cancel"));
  const submit = el("button", { type: "submit", class: "button primary" }, say("submit"));
  const form = el("form", { method: "dialog" }, title, ...parts, problem, el("div", { class: "row end" }, cancel, submit));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = Object.fromEntries(fields.map((one) => [one.name, one.value()]));
    submit.disabled = true;
    const answer = await send(values);
    submit.disabled = false;
    const found = problemOf(answer);
    if (!found) return dialog.close();
    problem.textContent = found;
  });
  dialog.setAttribute("aria-labelledby", title.id);
  dialog.replaceChildren(form);
  dialog.showModal();
  announce(modal.title);
}

function part(one, fields) {
  switch (one.type) {
    case KIND.TEXT: {
      const text = el("div", { class: "text" });
      text.append(markdown(one.content));
      return text;
    }
    case KIND.ROW:
      return el("div", {}, ...one.components.map((inner) => labelled(inner.label, "", inner, fields)));
    case KIND.LABEL:
      return labelled(one.label, one.description, one.component, fields);
    default:
      return "";
  }
}

function labelled(label, description, one, fields) {
  const control = controlOf(one);
  fields.push({ name: one.custom_id, value: control.value });
  const id = freshId("hint");
  const hint = description ? el("span", { class: "hint", id }, description) : null;
  const star = one.required === false ? null : el("span", { class: "star", "aria-hidden": "true" }, " *");
  if (control.group) {
    return el("fieldset", {}, el("legend", {}, label, star), hint, control.node);
  }
  control.node.id = freshId("field");
  if (hint) control.node.setAttribute("aria-describedby", id);
  return el("div", { class: "field" }, el("label", { for: control.node.id }, label, star), hint, control.node);
}

function controlOf(one) {
  const required = one.required !== false;
  switch (one.type) {
    case KIND.MENU: {
      const many = (one.max_values ?? 1) > 1;
      const options = one.options.map((option) => el("option", { value: option.value, selected: option.default }, option.label));
      const node = el("select", { multiple: many, required }, many || required ? "" : el("option", { value: "" }, ""), ...options);
      return { node, value: () => [...node.selectedOptions].map((option) => option.value).filter(Boolean) };
    }
    case KIND.RADIO:
    case KIND.CHECKS:
      return choices(one, one.type === KIND.RADIO);
    case KIND.CHECK: {
      const node = el("input", { type: "checkbox", checked: one.default });
      return { node, value: () => node.checked };
    }
    default: {
      const node = el(one.style === 2 ? "textarea" : "input", {
        value: one.value ?? "", placeholder: one.placeholder ?? "", required,
        maxLength: one.max_length ?? 4000, minLength: one.min_length ?? 0,
      });
      return { node, value: () => node.value };
    }
  }
}

function choices(one, single) {
  const name = freshId("choice");
  const inputs = one.options.map((option) =>
    el("input", { type: single ? "radio" : "checkbox", name, value: option.value, checked: option.default, id: freshId("choice") }));
  const lines = one.options.map((option, at) =>
    el("div", { class: "choice" }, inputs[at], el("label", { for: inputs[at].id }, option.label)));
  const chosen = () => inputs.filter((input) => input.checked).map((input) => input.value);
  return { node: el("div", {}, ...lines), group: true, value: () => (single ? (chosen()[0] ?? "") : chosen()) };
}
