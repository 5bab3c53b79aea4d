// The list of channels, and who is looking.

import { act, problemOf } from "./api.js";
import { appsButton } from "./apps.js";
import { announce, byId, el } from "./dom.js";
import { avatar } from "./message.js";
import { isDirect, labelOf, model, nameOf, rooms } from "./model.js";
import { language, languages, say, speak } from "./words.js";

const FORUM = 15;

// What was drawn last: a list that somebody may just be reading is not drawn anew for nothing.
const drawn = {};

function isDrawn(part, ...what) {
  const now = JSON.stringify(what);
  const same = drawn[part] === now;
  drawn[part] = now;
  return same;
}

// `visit(id)` opens a channel, `use(command, on)` runs a command of somebody's menu.
export function showPlaces(visit, use) {
  if (isDrawn("places", model.me, [...model.people.values()], model.room, model.places)) return;
  const parts = model.places.guilds.flatMap((guild) => [
    el("h2", {}, guild.name),
    el("ul", {}, ...tree(guild.channels, visit)),
  ]);
  parts.push(el("h2", {}, say("direct")), el("ul", {}, ...model.places.direct.map((room) => entry(room, [], visit))));
  parts.push(el("h2", {}, say("people")), el("ul", {}, ...[...model.people.values()].map((one) => member(one, use))));
  keepFocus(byId("rooms"), parts);
  showElsewhere();
}

function tree(channels, visit) {
  const threads = (room) => channels.filter((one) => one.parent === room.id && !one.archived);
  return channels.filter((one) => !one.parent).map((room) => entry(room, threads(room), visit));
}

function entry(room, threads, visit) {
  const inner = threads.length ? el("ul", {}, ...threads.map((one) => entry(one, [], visit))) : null;
  const sign = room.parent ? "↳" : isDirect(room) ? "@" : room.kind === FORUM ? "≡" : "#";
  const node = el(
    "button",
    { type: "button", class: room.unread ? "room unread" : "room", data: { key: room.id } },
    el("span", { class: "sign", "aria-hidden": "true" }, sign),
    el("span", { class: "room-label", title: room.name }, room.name),
    ...room.tags.map((tag) => el("span", { class: "room-tag" }, tag)),
    room.unread && !room.pings ? el("span", { class: "unseen" }, `, ${say("unread", { n: room.unread })}`) : null,
    room.pings ? badge(room.pings) : null,
  );
  if (room.id === model.room) node.setAttribute("aria-current", "page");
  node.addEventListener("click", () => visit(room.id));
  return el("li", {}, node, inner);
}

// Somebody at the table, with the menu that an app adds to.
function member(one, use) {
  const face = { class: "person", data: { key: `person-${one.id}` } };
  const choose = (command) => use(command, { user: one.id });
  const name = el("span", { class: "room-label" }, one.name);
  const offers = el("span", { class: "unseen" }, `, ${say("apps")}`);
  return el("li", {}, appsButton(face, "people", choose, avatar({ id: one.id }), name, offers));
}

function badge(count) {
  const spoken = el("span", { class: "unseen" }, `, ${say("mentions", { n: count })}`);
  return el("span", { class: "badge" }, el("span", { "aria-hidden": "true" }, String(count)), spoken);
}

function keepFocus(holder, parts) {
  const key = holder.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  holder.replaceChildren(...parts);
  if (key) holder.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

function showElsewhere() {
  const count = rooms().reduce((sum, room) => sum + room.pings, 0);
  const mark = byId("elsewhere");
  mark.hidden = count === 0;
  mark.textContent = String(count);
  const room = rooms().find((one) => one.id === model.room);
  const name = room ? labelOf(room) : say("table");
  document.title = `${count ? `(${count}) ` : ""}${name} · ${nameOf(model.me)}`;
}

// `become(id)` makes the window somebody else's.
export function showAccount(become) {
  if (isDrawn("account", model.me, [...model.people.values()], model.called)) return;
  const everybody = [...model.people.values()].filter((one) => !one.bot);
  const options = everybody.map((one) => {
    const count = one.id === model.me ? 0 : (model.called[one.id] ?? 0);
    return el("option", { value: one.id, selected: one.id === model.me }, count ? `${one.name} (${count})` : one.name);
  });
  const select = el("select", { id: "who", data: { key: "who" } }, ...options);
  select.addEventListener("change", () => become(select.value));
  const others = everybody.filter((one) => one.id !== model.me);
  const called = others.filter((one) => model.called[one.id]);
  const next = called[0] ?? others[0];
  const window_ = el("a", { href: `?as=${next.username}`, target: "_blank", data: { key: "window" } }, say("open_window", { name: next.name }));
  const rename = el("button", { type: "button", class: "linklike", data: { key: "rename" } }, say("rename"));
  rename.addEventListener("click", renaming);
  const calls = called.map((one) => {
    const face = say("become", { name: one.name, mentions: say("mentions", { n: model.called[one.id] }) });
    return el("button", { type: "button", class: "call", data: { key: one.id }, on: { click: () => become(one.id) } }, face);
  });
  keepFocus(byId("account"), [
    el("label", { for: "who" }, say("you")),
    select,
    ...languageSwitch(),
    rename,
    window_,
    ...calls,
  ]);
}

function languageSwitch() {
  const options = languages.map((one) => el("option", { value: one.code, selected: one.code === language, lang: one.code }, one.name));
  const select = el("select", { id: "language", data: { key: "language" } }, ...options);
  select.addEventListener("change", () => speak(select.value));
  return [el("label", { for: "language" }, say("language")), select];
}

function renaming() {
  const dialog = byId("form");
  const field = el("input", { id: "new-name", value: nameOf(model.me), maxLength: 32, required: true });
  const problem = el("p", { class: "failed", role: "alert" });
  const cancel = el("button", { type: "button", class: "button link", on: { click: () => dialog.close() } }, say("cancel"));
  const submit = el("button", { type: "submit", class: "button primary" }, say("submit"));
  const title = el("h2", { id: "rename-title" }, say("rename"));
  const form = el("form", { method: "dialog" }, title,
    el("div", { class: "field" }, el("label", { for: "new-name" }, say("rename_label")), field), problem,
    el("div", { class: "row end" }, cancel, submit));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await act("rename", { name: field.value });
    const found = problemOf(answer);
    if (found) {
      problem.textContent = found;
      return;
    }
    dialog.close();
    announce(say("renamed", { name: field.value }));
  });
  dialog.setAttribute("aria-labelledby", title.id);
  dialog.replaceChildren(form);
  dialog.showModal();
}
