// One message as an element.

import { appsButton } from "./apps.js";
import { color, component } from "./components.js";
import { el } from "./dom.js";
import { inline, link, markdown, plain } from "./markdown.js";
import { attachments, thumbnail, wideGallery } from "./media.js";
import { FLAG, has, model, nameOf } from "./model.js";
import { dayOf, sameDay, stamp, told, whole } from "./time.js";
import { say } from "./words.js";

const GROUPED_WITHIN = 7 * 60 * 1000;
const TOKEN_LIVES = 15 * 60 * 1000;
const COMMAND = 2;
const TYPE = { ADDED: 1, PINNED: 6, THREAD_CREATED: 18 };

export const isPrivate = (message) => has(message, FLAG.EPHEMERAL);
export const isThinking = (message) => has(message, FLAG.LOADING);

export function isExpired(message) {
  return isThinking(message) && Date.now() - new Date(message.timestamp) > TOKEN_LIVES;
}

// Everything a message says, without formatting, as a screen reader's news tells it.
export function spoken(message) {
  if (isThinking(message)) return say("thinking", { name: message.author.global_name });
  const texts = [message.content, ...message.embeds.flatMap((embed) => [embed.title, embed.description])];
  const collect = (one) => {
    if (one.type === 10) texts.push(one.content);
    (one.components ?? []).forEach(collect);
  };
  message.components.forEach(collect);
  return texts.filter(Boolean).map(plain).join(" ");
}

function startsGroup(message, before) {
  if (!before || message.quoted || usedCommand(message) || isPrivate(message) !== isPrivate(before)) return true;
  const apart = new Date(message.timestamp) - new Date(before.timestamp);
  return before.author.id !== message.author.id || apart > GROUPED_WITHIN || Object.values(TYPE).includes(before.type);
}

const usedCommand = (message) => message.interaction_metadata?.type === COMMAND;

// The line between two days, if one lies between two messages.
export function dayLine(message, before) {
  const moment = new Date(message.timestamp);
  if (before && sameDay(moment, new Date(before.timestamp))) return null;
  return el("li", { class: "day" }, el("span", {}, dayOf(moment)));
}

// `hands` are those of components.js, with reply(message), use(command, on), dismiss(message)
// and visit(room).
export function messageNode(message, before, hands) {
  const first = startsGroup(message, before);
  const classes = ["message"];
  if (first) classes.push("first");
  if (isPrivate(message)) classes.push("private");
  if (message.pings_me || message.mentions.some((one) => one.id === model.me)) classes.push("called");
  const node = el("li", { id: `m-${message.id}`, class: classes.join(" "), tabIndex: -1 });
  const system = systemText(message);
  if (system) {
    node.classList.add("system");
    node.append(el("p", {}, system, " ", moment(message)));
    return node;
  }
  node.append(
    ...above(message),
    first ? avatar(message.author) : "",
    head(message, first),
    el("div", { class: has(message, FLAG.V2) ? "body wide" : "body" }, ...body(message, hands)),
    ...below(message, hands),
    tools(message, hands),
  );
  return node;
}

function systemText(message) {
  const name = nameOf(message.author.id);
  if (message.type === TYPE.THREAD_CREATED) return say("thread_made", { name });
  if (message.type === TYPE.PINNED) return say("pinned", { name });
  if (message.type === TYPE.ADDED) return say("added", { name, who: nameOf(message.mentions[0].id) });
  return null;
}

function above(message) {
  const { interaction_metadata: asked, quoted } = message;
  if (usedCommand(message)) {
    const command = asked.command_type > 1 ? asked.name : `/${asked.name}`;
    return [el("p", { class: "above" }, say("used", { name: nameOf(asked.user.id), command }))];
  }
  if (!quoted) return [];
  return [el("p", { class: "above" }, el("b", {}, quoted.author), " ", plain(quoted.text))];
}

export function avatar(author) {
  if (author.id === model.app) return el("img", { class: "avatar", src: "/static/flame.svg", alt: "" });
  const at = [...model.people.keys()].indexOf(author.id);
  const letter = nameOf(author.id).slice(0, 1).toUpperCase();
  return el("span", { class: `avatar c${at % 5}`, "aria-hidden": "true" }, letter);
}

function moment(message) {
  const date = new Date(message.timestamp);
  return el("time", { dateTime: message.timestamp, title: whole(date) }, told(date));
}

function head(message, first) {
  const line = el(
    "h2",
    { class: first ? "head" : "head unseen" },
    el("span", { class: "name" }, nameOf(message.author.id)),
    message.author.bot ? el("span", { class: "tag" }, say("app")) : null,
    " ",
    moment(message),
    has(message, FLAG.SILENT)
      ? el("img", { class: "hushed", src: "/static/silent.svg", alt: say("hushed"), title: say("hushed") })
      : null,
  );
  return line;
}

function body(message, hands) {
  if (isExpired(message)) return [el("p", { class: "failed" }, say("silent"))];
  if (isThinking(message)) {
    const dots = el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
    return [el("p", { class: "thinking" }, dots, say("thinking", { name: nameOf(message.author.id) }))];
  }
  const nodes = [];
  if (message.content) {
    const text = el("div", { class: "text" });
    text.append(markdown(message.content));
    if (message.edited_timestamp) text.lastElementChild?.append(el("span", { class: "edited" }, ` ${say("edited")}`));
    nodes.push(text);
  }
  if (!has(message, FLAG.NO_EMBEDS)) nodes.push(...message.embeds.map(embedNode));
  nodes.push(...attachments(message.attachments));
  nodes.push(...message.components.map((one) => component(one, hands)));
  if (message.thread) nodes.push(threadChip(message.thread, hands));
  return nodes;
}

function threadChip(thread, hands) {
  const open = () => hands.visit(thread.id);
  return el("button", { type: "button", class: "thread", on: { click: open } }, say("thread", { name: thread.name }));
}

function below(message, hands) {
  const nodes = [];
  if (message.failed) nodes.push(el("p", { class: "failed" }, message.failed));
  if (isPrivate(message)) {
    const away = el("button", { type: "button", class: "linklike", data: { key: "dismiss" } }, say("dismiss"));
    away.addEventListener("click", () => hands.dismiss(message));
    nodes.push(el("p", { class: "only-you" }, el("img", { class: "eye", src: "/static/eye.svg", alt: "" }), `${say("only_you")} • `, away));
  }
  return nodes;
}

function tools(message, hands) {
  if (isPrivate(message) || message.local) return el("span", {});
  const reply = el("button", { type: "button", class: "tool", data: { key: "reply" } }, say("reply"));
  reply.setAttribute("aria-label", say("reply_to_message", { name: nameOf(message.author.id) }));
  reply.addEventListener("click", () => hands.reply(message));
  const label = say("apps_of_message", { name: nameOf(message.author.id) });
  const face = { class: "tool apps-of", "aria-label": label, data: { key: "apps" } };
  const apps = appsButton(face, "messages", (command) => hands.use(command, { message: message.id }), say("apps"));
  return el("span", { class: "tools" }, reply, apps);
}

function embedNode(embed) {
  const node = el("div", { class: "embed" });
  if (typeof embed.color === "number") node.style.borderLeftColor = color(embed.color);
  const main = el("div", { class: "embed-main" });
  if (embed.author) main.append(el("p", { class: "embed-author" }, titled(embed.author.name, embed.author.url)));
  if (embed.title) main.append(el("p", { class: "embed-title" }, titled(embed.title, embed.url)));
  if (embed.description) main.append(textOf(embed.description));
  if (embed.fields?.length) main.append(el("div", { class: "fields" }, ...embed.fields.map(field)));
  node.append(main);
  if (embed.thumbnail) node.append(thumbnail({ media: embed.thumbnail }));
  if (embed.image) node.append(wideGallery([{ media: embed.image }]));
  const foot = [embed.footer?.text, embed.timestamp ? stamp(new Date(embed.timestamp), "f") : null].filter(Boolean);
  if (foot.length) node.append(el("p", { class: "embed-foot" }, ...foot.flatMap((one, at) => (at ? [" • ", one] : [one]))));
  return node;
}

function titled(text, address) {
  const nodes = inline(text);
  return address ? link(address, nodes) : el("span", {}, ...nodes);
}

function textOf(text) {
  const node = el("div", { class: "text" });
  node.append(markdown(text));
  return node;
}

function field(one) {
  const name = el("p", { class: "field-name" }, ...inline(one.name));
  return el("div", { class: one.inline ? "field inline" : "field" }, name, textOf(one.value));
}

