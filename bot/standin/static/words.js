// What the page itself says, in the language of whoever looks. Everything else comes from the app.

const KEPT = "language";
const ENGLISH = "en";

const catalogs = await (await fetch("/words")).json();
const codeOf = (tag) => (tag ?? "").split("-")[0].toLowerCase();

// A language in the address counts most, then the one chosen last, then those of the browser.
const asked = new URLSearchParams(location.search).get("lang");
const wanted = [asked, localStorage.getItem(KEPT), ...navigator.languages];
export const language = wanted.map(codeOf).find((code) => Object.hasOwn(catalogs, code)) ?? ENGLISH;
// The browser's own variant of the language: how it writes dates and numbers.
export const tag = navigator.languages.find((one) => codeOf(one) === language) ?? language;

// A text as it is looked for: neither case nor the marks of letters count (the ł has none to take off).
export const folded = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ł", "l");

const catalog = catalogs[language];
const plurals = new Intl.PluralRules(tag);

export function say(key, slots = {}) {
  const entry = catalog[key];
  const sentence = typeof entry === "string" ? entry : (entry[plurals.select(slots.n)] ?? entry.other);
  return sentence.replace(/\{(\w+)\}/g, (_, name) => slots[name]);
}

// The languages at hand, each by its own name.
export const languages = Object.keys(catalogs).map((code) => ({
  code, name: new Intl.DisplayNames([code], { type: "language" }).of(code),
}));

// Everything anew in another language, in this window and in those that are opened next.
export function speak(code) {
  localStorage.setItem(KEPT, code);
  const here = new URLSearchParams(location.search);
  here.set("lang", code);
  location.search = here;
}

// The words that stand in the page from the beginning.
export function dress() {
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll("[data-say]")) node.textContent = say(node.dataset.say);
  for (const node of document.querySelectorAll("[data-label]")) {
    node.setAttribute("aria-label", say(node.dataset.label));
  }
}
