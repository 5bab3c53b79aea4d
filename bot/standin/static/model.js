// What this window knows: who looks, the people, the places, the messages of the open channel.

import { compareIds } from "./dom.js";

export const model = {
  me: null,
  app: null,
  people: new Map(),
  places: { guilds: [], direct: [] },
  called: {},
  room: null,
  messages: new Map(),
  more: false,
  connected: null,
};

export const person = (id) => model.people.get(id);
export const nameOf = (id) => model.people.get(id)?.name ?? "?";

export function rooms() {
  return [...model.places.guilds.flatMap((guild) => guild.channels), ...model.places.direct];
}

export const roomOf = (id) => rooms().find((room) => room.id === id);
export const isDirect = (room) => room.kind === 1 || room.kind === 3;

export function labelOf(room) {
  return isDirect(room) ? room.name : `#${room.name}`;
}

export function sortedMessages() {
  return [...model.messages.values()].sort((a, b) => compareIds(a.id, b.id));
}

export const FLAG = { EPHEMERAL: 64, LOADING: 128, V2: 1 << 15, THREAD: 32, NO_EMBEDS: 4, SILENT: 1 << 12 };
export const has = (message, flag) => (message.flags & flag) !== 0;
