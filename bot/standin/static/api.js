// The line to the table: actions go out as requests, news come in over a WebSocket.

import { model } from "./model.js";
import { language, say } from "./words.js";

const RETRY = [300, 600, 1000, 2000];

async function answerOf(response) {
  const answer = await response.json().catch(() => ({ problem: response.statusText }));
  if (!response.ok && !answer.problem) answer.problem = response.statusText;
  return answer;
}

// Do something as the person this window belongs to; the answer may hold `problem`, `failed`
// or `modal`.
export async function act(action, body) {
  try {
    const response = await fetch(`/do/${action}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ as: model.me, language, ...body }),
    });
    return await answerOf(response);
  } catch {
    return { failed: true };
  }
}

// What a person is told of an answer that is a fault, null of any other; the table's own account of
// it is for developers.
export function problemOf(answer, silent = "failed") {
  if (answer.problem) console.info(answer.problem);
  if (answer.failed) return say(silent);
  return answer.problem ? say("refused") : null;
}

export async function look(path, query = {}) {
  const asked = new URLSearchParams({ as: model.me, ...query });
  return answerOf(await fetch(`${path}?${asked}`));
}

// Keeps one line open for `who`; `hear` gets each event, `state` whether the line is there.
export class Feed {
  constructor(who, hear, state) {
    Object.assign(this, { who, hear, state, tries: 0, over: false });
    this.open();
  }

  open() {
    const address = new URL(`/feed?${new URLSearchParams({ as: this.who })}`, location.href);
    address.protocol = "ws:";
    this.socket = new WebSocket(address);
    this.socket.addEventListener("message", (event) => {
      this.tries = 0;
      this.hear(JSON.parse(event.data));
    });
    this.socket.addEventListener("close", () => this.lost());
  }

  lost() {
    if (this.over) return;
    this.state(false);
    const pause = RETRY[Math.min(this.tries++, RETRY.length - 1)];
    setTimeout(() => this.over || this.open(), pause);
  }

  close() {
    this.over = true;
    this.socket.close();
  }
}
