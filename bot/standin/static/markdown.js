// Discord's text formatting, as far as a message can use it, built as elements.

import { el } from "./dom.js";
import { say } from "./words.js";
import { momentOf, stamp } from "./time.js";
import { emoji } from "./emoji.js";
import { nameOf, model, roomOf, labelOf } from "./model.js";

const INLINE = [
  ["escape", /\\([^0-9A-Za-z\s])/y],
  ["code", /(`+)([\s\S]*?[^`])\1(?!`)/y],
  ["user", /<@!?(\d+)>/y],
  ["room", /<#(\d+)>/y],
  ["command", /<\/([-_\p{L}\p{N} ]{1,100}):(\d+)>/uy],
  ["time", /<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y],
  ["emoji", /<a?:(\w+):(\d+)>/y],
  ["link", /<(https?:\/\/[^\s<>]+)>/y],
  ["named", /\[((?:\\.|[^\]\\\n])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: "[^"\n]*")?\)/y],
  ["link", /(https?:\/\/[^\s<]*[^\s<.,:;"')\]*_~|])/y],
  ["strong", /\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y],
  ["u", /__((?:\\[\s\S]|[^\\])+?)__(?!_)/y],
  ["em", /\b_((?:__|\\[\s\S]|[^\\_])+?)_\b/y],
  ["em", /\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:[^*\s\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/y],
  ["s", /~~([\s\S]+?)~~(?!_)/y],
  ["spoiler", /\|\|([\s\S]+?)\|\|/y],
];

// The elements of one line or paragraph.
export function inline(text) {
  const nodes = [];
  let plain = "";
  const flush = () => {
    if (plain) nodes.push(document.createTextNode(plain));
    plain = "";
  };
  for (let at = 0; at < text.length; ) {
    const found = match(text, at);
    if (!found) {
      plain += text[at++];
      continue;
    }
    if (found.kind === "escape") plain += found.groups[1];
    else {
      flush();
      nodes.push(build(found.kind, found.groups));
    }
    at += found.groups[0].length;
  }
  flush();
  return nodes;
}

function match(text, at) {
  for (const [kind, pattern] of INLINE) {
    pattern.lastIndex = at;
    const groups = pattern.exec(text);
    if (groups) return { kind, groups };
  }
  return null;
}

function build(kind, [, first, second]) {
  switch (kind) {
    case "code":
      return el("code", {}, second.trim() || second);
    case "user":
      return el("span", { class: first === model.me ? "mention me" : "mention" }, `@${nameOf(first)}`);
    case "room":
      return room(roomOf(first));
    case "command":
      return el("button", { type: "button", class: "mention", data: { command: first, id: second } }, `/${first}`);
    case "time":
      return stamp(momentOf(Number(first)), second ?? "f");
    case "emoji":
      return emoji({ id: second, name: first });
    case "link":
      return link(first, [document.createTextNode(first)]);
    case "named":
      return link(second, inline(first));
    case "spoiler":
      return spoiler(inline(first));
    default:
      return el(kind, {}, ...inline(first));
  }
}

// What can be seen can be opened.
function room(one) {
  if (!one) return el("span", { class: "mention unknown" }, "#?");
  return el("button", { type: "button", class: "mention", data: { room: one.id } }, labelOf(one));
}

export function link(address, children) {
  return el("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, ...children);
}

export function spoiler(children) {
  const cover = el(
    "span",
    { class: "spoiler", role: "button", tabIndex: 0, "aria-label": say("spoiler") },
    el("span", { "aria-hidden": "true" }, ...children),
  );
  const reveal = () => {
    const shown = el("span", { class: "spoiler shown" }, ...cover.firstChild.childNodes);
    cover.replaceWith(shown);
  };
  cover.addEventListener("click", reveal);
  cover.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    reveal();
  });
  return cover;
}

const FENCE = /^```(?:([\w+-]*)\n)?([\s\S]*?)\n?```/;
const HEADING = /^(#{1,3}) +(.+)$/;
const SUBTEXT = /^-# +(.+)$/;
const ITEM = /^( *)(?:[-*]|(\d{1,9})\.) +(.+)$/;

// A whole text: blocks of code, quotes, headings, lists, and paragraphs between them.
export function markdown(text) {
  const whole = document.createDocumentFragment();
  for (const part of fences(text)) {
    if (part.code !== undefined) whole.append(el("pre", {}, el("code", {}, part.code)));
    else whole.append(...blocks(part.text));
  }
  return whole;
}

function fences(text) {
  const parts = [];
  let rest = text;
  while (rest) {
    const at = rest.indexOf("```");
    const found = at < 0 ? null : FENCE.exec(rest.slice(at));
    if (!found) break;
    if (at) parts.push({ text: rest.slice(0, at).replace(/\n$/, "") });
    parts.push({ code: found[2] });
    rest = rest.slice(at + found[0].length).replace(/^\n/, "");
  }
  if (rest) parts.push({ text: rest });
  return parts;
}

function blocks(text) {
  const lines = text.split("\n");
  const nodes = [];
  let paragraph = [];
  const flush = () => {
    if (paragraph.length) nodes.push(el("p", {}, ...inline(paragraph.join("\n"))));
    paragraph = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const found = blockAt(lines, at);
    if (!found) {
      paragraph.push(lines[at]);
      continue;
    }
    flush();
    nodes.push(found.node);
    at += found.lines - 1;
  }
  flush();
  return nodes;
}

function blockAt(lines, at) {
  const line = lines[at];
  if (line.startsWith(">>> ")) {
    const inner = [line.slice(4), ...lines.slice(at + 1)].join("\n");
    return { node: el("blockquote", {}, ...blocks(inner)), lines: lines.length - at };
  }
  if (line.startsWith("> ")) {
    const inner = runOf(lines, at, (one) => one.startsWith("> "));
    const text = inner.map((one) => one.slice(2)).join("\n");
    return { node: el("blockquote", {}, ...blocks(text)), lines: inner.length };
  }
  const heading = HEADING.exec(line);
  if (heading) {
    const level = heading[1].length;
    const props = { class: `h${level}`, role: "heading", "aria-level": level + 2 };
    return { node: el("div", props, ...inline(heading[2])), lines: 1 };
  }
  const small = SUBTEXT.exec(line);
  if (small) return { node: el("p", { class: "subtext" }, ...inline(small[1])), lines: 1 };
  if (ITEM.test(line)) {
    const found = runOf(lines, at, (one) => ITEM.test(one)).map((one) => ITEM.exec(one));
    const other = found.findIndex((one) => !one[1] && !one[2] !== !found[0][2]);
    const items = other < 0 ? found : found.slice(0, other);
    return { node: list(items), lines: items.length };
  }
  return null;
}

function runOf(lines, at, belongs) {
  let end = at;
  while (end < lines.length && belongs(lines[end])) end++;
  return lines.slice(at, end);
}

function list(items) {
  const numbered = items[0][2] !== undefined;
  const whole = el(numbered ? "ol" : "ul", numbered ? { start: Number(items[0][2]) } : {});
  const depth = items[0][1].length;
  for (let at = 0; at < items.length; at++) {
    const deeper = [];
    while (at + 1 < items.length && items[at + 1][1].length > depth) deeper.push(items[++at]);
    const [, , , text] = items[at - deeper.length];
    whole.append(el("li", {}, ...inline(text), deeper.length ? list(deeper) : null));
  }
  return whole;
}

// The same without any formatting, for a screen reader's news and for quotes.
export function plain(text) {
  const holder = el("div", {});
  holder.append(markdown(text));
  for (const picture of holder.querySelectorAll("img")) picture.replaceWith(picture.alt);
  return holder.textContent;
}
