// The page: opens the line to the table, and joins its parts.

import { act, Feed, look, problemOf } from "./api.js";
import { Composer } from "./composer.js";
import { told, written } from "./command.js";
import { announce, byId, compareIds, el } from "./dom.js";
import { openForm } from "./form.js";
import { Log } from "./log.js";
import { isExpired, isPrivate, spoken } from "./message.js";
import { FLAG, isDirect, labelOf, model, nameOf, roomOf, rooms, sortedMessages } from "./model.js";
import { showAccount, showPlaces } from "./places.js";
import { dress, language, say } from "./words.js";

const FIRST = "ada";
const SAID = 600;
const SHOW_SENDING_AFTER = 400;
const JUMP = /^https:\/\/discord\.com\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?$/;
const EPOCH = 1420070400000n;

const address = new URLSearchParams(location.search);
const busy = new Set();
let answering = false;
let feed = null;

const log = new Log({
  press: (id, node) => control(node, "press", { custom_id: id }),
  select: (id, values, node) => control(node, "select", { custom_id: id, values }),
  reply: (message) => composer.reply(message),
  use,
  help: () => composer.help(),
  dismiss,
  visit,
});
const composer = new Composer(run);

// ---- what the person does

byId("messages").addEventListener("click", ({ target }) => {
  const { command, id, room } = target.dataset;
  if (command) composer.mention(command, id);
  if (room) visit(room);
});

async function control(node, action, body) {
  const id = node.closest(".message").id.slice(2);
  if (busy.has(id)) return;
  busy.add(id);
  answering = node.matches(":focus-visible");
  node.classList.add("busy");
  node.setAttribute("aria-busy", "true");
  const answer = await act(action, { message: id, ...body });
  busy.delete(id);
  node.classList.remove("busy");
  node.removeAttribute("aria-busy");
  if (answer.modal) form(answer.modal);
  const failed = problemOf(answer);
  const message = model.messages.get(id);
  if (failed && message) {
    log.put({ ...message, failed });
    announce(failed);
  }
}

function form(modal) {
  openForm(modal, (values) => act("submit", { interaction: modal.interaction, values }));
}

function run(leaf, values) {
  return send("command", { path: leaf.path, options: values }, { name: written(leaf).slice(1), command_type: 1 });
}

// A command in the menu of a person or of a message, which `on` names.
function use(command, on) {
  closePlaces();
  return send("use", { name: command.name, ...on }, { name: told(command, "name"), command_type: command.type });
}

async function send(action, body, command) {
  const note = notice(command);
  const timer = setTimeout(() => log.put({ ...note, content: say("sending") }), SHOW_SENDING_AFTER);
  const answer = await act(action, { channel: model.room, ...body });
  clearTimeout(timer);
  if (answer.modal) form(answer.modal);
  const failed = problemOf(answer, "silent");
  if (failed) {
    log.put({ ...note, content: failed });
    announce(failed);
  } else log.remove(note.id);
}

// A message that only this window knows.
function notice(command) {
  const id = String((BigInt(Date.now()) - EPOCH) << 22n);
  const author = { id: model.app, bot: true, global_name: nameOf(model.app) };
  return {
    id, author, type: 0, flags: FLAG.EPHEMERAL, timestamp: new Date().toISOString(), local: true,
    mentions: [], embeds: [], attachments: [], components: [], content: "",
    interaction_metadata: { type: 2, user: { id: model.me }, ...command },
  };
}

async function dismiss(message) {
  if (message.local) return log.remove(message.id);
  await act("dismiss", { message: message.id });
}

// ---- where the person looks

async function visit(id, message = null) {
  model.room = id;
  const room = roomOf(id);
  closePlaces();
  byId("room-name").textContent = labelOf(room);
  byId("scroller").setAttribute("aria-label", `${labelOf(room)}`);
  composer.enter();
  await load();
  if (message) await reach(message);
}

// Brings a message into view, however far up it stands; one that is gone leaves the view as it is.
async function reach(message) {
  const room = model.room;
  while (!model.messages.has(message) && isAbove(message)) {
    await loadOlder();
    if (room !== model.room) return;
  }
  log.show(message);
}

const isAbove = (message) => model.more && compareIds(message, sortedMessages()[0].id) < 0;

// An address of Discord's leads to a channel of this table, and to a message there.
function follow(event) {
  const [, id, message] = event.target.closest("a")?.href.match(JUMP) ?? [];
  if (!id || !roomOf(id)) return;
  event.preventDefault();
  visit(id, message);
}

// On a narrow screen the places lie over the channel.
function closePlaces() {
  document.body.classList.remove("places-open");
  byId("open-places").setAttribute("aria-expanded", "false");
}

async function load() {
  const room = model.room;
  remember();
  const answer = await look(`/history/${room}`);
  if (room !== model.room) return;
  model.messages = new Map(answer.messages.map((message) => [message.id, message]));
  model.more = answer.more;
  log.draw();
  read();
}

async function loadOlder() {
  const first = [...model.messages.keys()][0];
  const oldest = log.list.querySelector(".message")?.id.slice(2) ?? first;
  const answer = await look(`/history/${model.room}`, { before: oldest });
  for (const message of answer.messages) model.messages.set(message.id, message);
  model.more = answer.more;
  log.draw(true);
}

function remember() {
  const where = new URLSearchParams({ as: model.people.get(model.me).username, room: model.room });
  if (address.has("lang")) where.set("lang", language);
  history.replaceState(null, "", `?${where}`);
}

const isWatched = () => document.visibilityState === "visible" && document.hasFocus();

let reading = null;
function read() {
  const room = roomOf(model.room);
  if (!room) return;
  if (isWatched()) {
    room.unread = room.pings = 0;
    clearTimeout(reading);
    reading = setTimeout(() => act("read", { channel: model.room }), 250);
  }
  showPlaces(visit, use);
}

// ---- what happens

const events = {
  hello(event) {
    Object.assign(model, { me: event.me, app: event.app });
    takeWorld(event);
    if (model.room && roomOf(model.room)) return void load();
    const wanted = address.get("room");
    visit(roomOf(wanted) ? wanted : rooms()[0].id);
  },
  places(event) {
    takeWorld(event);
    log.name();
    composer.forget();
    if (roomOf(model.room)) read();
    else visit(rooms()[0].id);
  },
  called(event) {
    model.called = event.called;
    showAccount(become);
  },
  message({ message }) {
    if (message.channel_id === model.room) here(message);
    else elsewhere(message);
  },
  gone({ channel, id }) {
    if (channel === model.room) log.remove(id);
  },
};

function takeWorld(event) {
  model.people = new Map(event.people.map((one) => [one.id, one]));
  model.places = event.places;
  model.called = event.called;
  showAccount(become);
}

function here(message) {
  const known = model.messages.has(message.id);
  const mine = message.author.id === model.me;
  const wasThinking = known && model.messages.get(message.id).flags & FLAG.LOADING;
  log.put(message);
  const answered = isPrivate(message) && !known;
  if (answered || mine) log.toEnd();
  if (!mine && (!known || isPrivate(message) || wasThinking)) tell(message);
  if (answered && answering) log.enter(message.id);
  if (!known) answering = false;
  if (!known && !isPrivate(message)) count(message);
}

function tell(message) {
  const who = nameOf(message.author.id);
  const kind = isPrivate(message) ? ` (${say("only_you")})` : "";
  announce(shortened(`${who}${kind}: ${spoken(message)}`));
}

// No word is cut: the start of one can be a word of another language.
function shortened(text) {
  return text.length <= SAID ? text : `${text.slice(0, text.lastIndexOf(" ", SAID))}…`;
}

function elsewhere(message) {
  const room = roomOf(message.channel_id);
  if (!room || message.edited_timestamp || isPrivate(message)) return;
  count(message);
  if (room.pings) announce(`${labelOf(room)}: ${say("mentions", { n: room.pings })}`);
}

function count(message) {
  const room = roomOf(message.channel_id);
  if (message.author.id !== model.me) {
    room.unread += 1;
    if (message.pings_me || isDirect(room)) room.pings += 1;
  }
  if (message.channel_id === model.room) read();
  else showPlaces(visit, use);
}

// ---- who the person is

function become(id) {
  feed?.close();
  composer.leave();
  composer.forget();
  const name = model.people.get(id).username;
  model.me = id;
  start(name);
  announce(say("you_are", { name: nameOf(id) }));
}

function start(who) {
  feed = new Feed(who, (event) => {
    lineIs(true);
    events[event.t]?.(event);
  }, lineIs);
}

function lineIs(there) {
  if (there === model.connected) return;
  model.connected = there;
  const banner = byId("banner");
  banner.hidden = there;
  banner.textContent = there ? "" : say("connection_lost");
}

byId("open-places").addEventListener("click", () => {
  const open = document.body.classList.toggle("places-open");
  byId("open-places").setAttribute("aria-expanded", String(open));
  if (open) byId("rooms").querySelector("[aria-current], button")?.focus();
});
setInterval(() => {
  for (const message of model.messages.values()) {
    if (isExpired(message) && !message.expired) log.put({ ...message, expired: true });
  }
}, 5000);
byId("older").addEventListener("click", loadOlder);
byId("messages").addEventListener("click", follow);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && document.body.classList.contains("places-open")) byId("open-places").click();
});
addEventListener("focus", read);
document.addEventListener("visibilitychange", read);
dress();
start(address.get("as") ?? FIRST);
