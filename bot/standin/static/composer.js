// The line at the foot of a channel: messages, replies, and slash commands.

import { act, look, problemOf } from "./api.js";
import { CommandLine, leaves, spellings, written } from "./command.js";
import { byId, el } from "./dom.js";
import { labelOf, model, nameOf, roomOf } from "./model.js";
import { comboField, Suggestions } from "./suggest.js";
import { folded, say } from "./words.js";

export class Composer {
  // `run(leaf, values)` sends a command.
  constructor(run) {
    this.run = run;
    this.suggestions = new Suggestions();
    this.commands = null;
    this.command = null;
    this.replying = null;
    this.build();
  }

  build() {
    this.form = byId("composer");
    this.above = el("p", { id: "replying", hidden: true });
    this.hint = el("p", { id: "line-hint", class: "hint" });
    this.problem = el("p", { id: "line-problem", class: "failed", role: "alert" });
    this.input = comboField({
      id: "line", maxLength: 2000,
      on: { input: () => this.typed(), keydown: (event) => this.key(event), blur: () => this.suggestions.hide() },
    });
    this.line = el("div", { class: "line" }, this.input);
    this.sender = el("button", { type: "submit", class: "send" }, say("send"));
    const slash = el("button", { type: "button", class: "slash", "aria-label": say("commands"), title: say("commands") }, "/");
    slash.addEventListener("click", () => this.offerCommands());
    this.form.append(
      this.suggestions.list, this.above, this.hint, this.problem,
      el("div", { class: "box" }, slash, this.line, this.sender),
    );
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.command) this.command.submit();
      else this.send();
    });
  }

  offerCommands() {
    this.leave(true);
    this.input.value = "/";
    this.typed();
  }

  // What most applications call so, at once; the list of everything where this one does not.
  async help() {
    const leaf = (await this.offered()).find((one) => one.path.at(-1) === "help");
    if (leaf) this.run(leaf, {});
    else this.offerCommands();
  }

  // A command that a message mentions: as if it had been picked; nothing where there is none such.
  async mention(name, id) {
    const leaf = (await this.offered()).find((one) => one.id === id && one.path.join(" ") === name);
    if (leaf) this.begin(leaf);
  }

  // The commands of the channel that is open.
  async offered() {
    if (this.commands) return this.commands;
    const room = model.room;
    const answer = await look(`/commands/${room}`);
    const found = leaves(answer.commands ?? []);
    if (room === model.room) this.commands = found;
    return found;
  }

  // A channel was opened: its name, and other commands perhaps.
  enter() {
    this.commands = null;
    this.leave();
    this.reply(null);
    const room = roomOf(model.room);
    const label = say("message", { room: labelOf(room) });
    this.input.placeholder = label;
    this.input.setAttribute("aria-label", label);
    this.input.disabled = room.locked;
  }

  forget() {
    this.commands = null;
  }

  reply(message) {
    this.replying = message;
    this.above.hidden = message === null;
    if (message === null) return;
    const away = el("button", { type: "button", class: "linklike", on: { click: () => this.reply(null) } }, say("cancel"));
    this.above.replaceChildren(say("replying", { name: nameOf(message.author.id) }), " ", away);
    this.input.focus();
  }

  tell(hint, problem) {
    if (hint !== undefined && hint !== null) this.hint.textContent = hint;
    if (problem !== undefined && problem !== null) this.problem.textContent = problem;
  }

  async typed() {
    this.tell("", "");
    const text = this.input.value;
    if (!text.startsWith("/")) return this.suggestions.hide();
    const commands = await this.offered();
    if (this.input.value !== text) return;
    const wanted = folded(text.slice(1).trim());
    const exact = text.endsWith(" ") && commands.find((leaf) => spellings(leaf).includes(wanted));
    if (exact) return this.begin(exact);
    const score = (leaf) => (spellings(leaf).some((one) => one.startsWith(wanted)) ? 0 : 1);
    const fitting = commands
      .filter((leaf) => spellings(leaf).some((one) => one.includes(wanted)))
      .sort((a, b) => score(a) - score(b));
    const items = fitting.map((leaf) => ({ label: written(leaf), description: leaf.description, pick: () => this.begin(leaf) }));
    this.suggestions.show(this.input, items, say("no_choices"));
  }

  begin(leaf) {
    this.suggestions.hide();
    this.command = new CommandLine(
      leaf, this.suggestions, (hint, problem) => this.tell(hint, problem),
      () => this.leave(true), (chosen, values) => this.finish(chosen, values),
    );
    this.line.replaceChildren(this.command.node);
    this.sender.textContent = say("send_command");
    this.tell(leaf.description, "");
    this.command.start();
  }

  // Back to the plain line.
  leave(focus = false) {
    this.suggestions.hide();
    this.command = null;
    this.line.replaceChildren(this.input);
    this.input.value = "";
    this.sender.textContent = say("send");
    this.tell("", "");
    if (focus) this.input.focus();
  }

  finish(leaf, values) {
    this.leave(true);
    this.run(leaf, values);
  }

  key(event) {
    if (this.suggestions.open && event.key === "Tab") {
      event.preventDefault();
      this.suggestions.pick();
    } else if (this.suggestions.key(event)) event.preventDefault();
  }

  async send() {
    const content = this.mentioned(this.input.value).trim();
    if (!content || content.startsWith("/")) return;
    const body = { channel: model.room, content };
    if (this.replying) body.reply_to = this.replying.id;
    this.input.value = "";
    this.reply(null);
    const answer = await act("say", body);
    const found = problemOf(answer);
    if (found) {
      this.input.value = content;
      this.tell(undefined, found);
    }
  }

  // People are written as @Name, and sent by identifier.
  mentioned(text) {
    const everybody = [...model.people.values()].sort((a, b) => b.name.length - a.name.length);
    return everybody.reduce((done, one) => done.replaceAll(`@${one.name}`, `<@${one.id}>`), text);
  }
}
