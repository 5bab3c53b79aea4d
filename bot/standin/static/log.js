// The messages of the open channel on the page, kept in order as they come and change.

import { byId } from "./dom.js";
import { labelOf, model, roomOf, sortedMessages } from "./model.js";
import { dayLine, messageNode } from "./message.js";
import { say } from "./words.js";

const NEAR = 120;
const CONTROLS = ".button:not(:disabled), .face:not(:disabled)";

export class Log {
  constructor(hands) {
    this.hands = hands;
    this.list = byId("messages");
    this.scroller = byId("scroller");
    this.older = byId("older");
    this.older.textContent = say("older");
    this.stuck = true;
    this.top = 0;
    this.scroller.addEventListener("scroll", () => this.scrolled());
    byId("welcome").querySelector("button").addEventListener("click", hands.help);
    new ResizeObserver(() => this.stuck && this.toEnd()).observe(this.list);
    new ResizeObserver(() => this.stuck && this.toEnd()).observe(this.scroller);
  }

  isNearEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    return scrollHeight - scrollTop - clientHeight < NEAR;
  }

  // Only who scrolls up leaves the end: what grows below it meanwhile is followed.
  scrolled() {
    const { scrollTop } = this.scroller;
    if (this.isNearEnd()) this.stuck = true;
    else if (scrollTop < this.top) this.stuck = false;
    this.top = scrollTop;
  }

  toEnd() {
    this.stuck = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  // Everything anew; what was at the top of the view stays there when `keep` is set.
  draw(keep = false) {
    const fromEnd = this.scroller.scrollHeight - this.scroller.scrollTop;
    const nodes = [];
    let before = null;
    for (const message of sortedMessages()) {
      nodes.push(dayLine(message, before) ?? "", messageNode(message, before, this.hands));
      before = message;
    }
    this.list.replaceChildren(...nodes.filter(Boolean));
    this.older.hidden = !model.more;
    this.welcome();
    if (keep) this.scroller.scrollTop = this.scroller.scrollHeight - fromEnd;
    else this.toEnd();
  }

  // Above the first message of a channel.
  welcome() {
    const panel = byId("welcome");
    panel.hidden = model.more;
    panel.querySelector("h2").textContent = say("welcome", { room: labelOf(roomOf(model.room)) });
    panel.querySelector("p").textContent = say("welcome_how");
  }

  node(id) {
    return byId(`m-${id}`);
  }

  // One message is new or has changed.
  put(message) {
    const old = this.node(message.id);
    model.messages.set(message.id, message);
    const all = sortedMessages();
    const at = all.indexOf(message);
    const fresh = messageNode(message, all[at - 1] ?? null, this.hands);
    if (old) this.replace(old, fresh);
    else if (at === all.length - 1) this.list.append(...[dayLine(message, all[at - 1]), fresh].filter(Boolean));
    else this.draw(true);
    return this.node(message.id);
  }

  // The focus stays where it was in the message, or goes to its first control.
  replace(old, fresh) {
    const held = old.contains(document.activeElement) ? document.activeElement : null;
    old.replaceWith(fresh);
    if (!held) return;
    const key = held.dataset.key;
    const same = key && fresh.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
    (same || fresh.querySelector(CONTROLS) || fresh).focus({ preventScroll: true });
  }

  // Places are there by now that were unknown when they were mentioned.
  name() {
    for (const node of this.list.querySelectorAll(".message:has(.mention.unknown)")) {
      this.put(model.messages.get(node.id.slice(2)));
    }
  }

  remove(id) {
    const node = this.node(id);
    const held = node?.contains(document.activeElement);
    model.messages.delete(id);
    node?.remove();
    if (held) byId("line").focus();
  }

  // Brings a message into view, if it is among those that are here.
  show(id) {
    const node = this.node(id);
    if (!node) return;
    this.stuck = false;
    node.scrollIntoView({ block: "start" });
    node.focus({ preventScroll: true });
  }

  // To the first control, if any, of a message that answers a press made with the keyboard.
  enter(id) {
    this.node(id).querySelector(CONTROLS)?.focus();
  }
}
