// Moments as Discord's client tells them.

import { el } from "./dom.js";
import { say, tag } from "./words.js";

const CLOCK = { hour: "numeric", minute: "2-digit" };
const STYLES = {
  t: CLOCK,
  T: { ...CLOCK, second: "2-digit" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

const written = (moment, style) => new Intl.DateTimeFormat(tag, style).format(moment);
export const momentOf = (seconds) => new Date(seconds * 1000);
export const whole = (moment) => written(moment, STYLES.F);
export const clock = (moment) => written(moment, CLOCK);
export const dayOf = (moment) => written(moment, { dateStyle: "long" });
export const sameDay = (a, b) => a.toDateString() === b.toDateString();

export function relative(moment, now = Date.now()) {
  const seconds = Math.round((moment - now) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(tag, { numeric: "auto" }).format(Math.round(seconds / size), unit);
}

// `<t:...>` in a text.
export function stamp(moment, style) {
  const text = style === "R" ? relative(moment) : written(moment, STYLES[style]);
  const node = el("time", { class: "stamp", dateTime: moment.toISOString(), title: written(moment, STYLES.F) }, text);
  if (style === "R") node.dataset.relative = moment.getTime();
  return node;
}

// The time beside a name.
export function told(moment) {
  const now = new Date();
  if (sameDay(moment, now)) return say("today", { time: clock(moment) });
  if (sameDay(moment, new Date(now - 86400000))) return say("yesterday", { time: clock(moment) });
  return `${written(moment, { dateStyle: "short" })} ${clock(moment)}`;
}

setInterval(() => {
  for (const node of document.querySelectorAll("time[data-relative]")) {
    node.textContent = relative(new Date(Number(node.dataset.relative)));
  }
}, 10000);
