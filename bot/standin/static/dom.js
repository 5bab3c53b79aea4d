// Building the page: text always goes in as text, never as markup.

export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") node.className = value;
    else if (name === "on") for (const [event, act] of Object.entries(value)) node.addEventListener(event, act);
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name.includes("-") || name === "role" || name === "for") node.setAttribute(name, value === true ? "true" : value);
    else node[name] = value;
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const byId = (id) => document.getElementById(id);

let counter = 0;
export const freshId = (name) => `${name}-${++counter}`;

// Identifiers are larger than a number can hold; as texts they compare by length first.
export function compareIds(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

// Tells a screen reader what has changed, without moving the focus.
export function announce(text) {
  const news = byId("announcer");
  news.append(el("p", {}, text));
  while (news.children.length > 5) news.firstChild.remove();
}
