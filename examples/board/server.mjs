// The server of index.html, with Paceline: `node server.mjs`. In this repository, build the packages first with `npm run build:packages`.
import { PacelineServer } from '@doha/paceline/node';

const port = Number(process.env['PORT'] ?? 8090);

/** The lines of the board, for participants who join later. @type {string[]} */
const lines = [];
const maxLines = 5000;
/** @type {Uint8Array[]} */
const images = [];
const maxImages = 20;
const maxMessageSize = 2 ** 24;

/** The sessions, and a function that sends an image to each. @type {Map<import('@doha/paceline').Session, (image: Uint8Array) => void>} */
const viewers = new Map();

const server = new PacelineServer({ port, maxMessageSize, onSession: serve });

/** @param {import('@doha/paceline').Session} session */
async function serve(session) {
  const show = imageSender(session);
  for (const line of lines) session.send(line, { priority: 1 });
  for (const image of images) show(image);
  viewers.set(session, show);

  session.onMessage((data) => {
    const others = [...viewers].filter(([other]) => other !== session);
    if (typeof data !== 'string') {
      keep(images, data, maxImages);
      for (const [, showTo] of others) showTo(data);
    } else if (data.startsWith('line')) {
      keep(lines, data, maxLines);
      for (const [other] of others) other.send(data, { priority: 1 });
    } else {
      for (const [other] of others) other.latest(`cursor of ${session.id}`, data, { priority: 2 });
    }
  });
  await session.closed;
  viewers.delete(session);
  for (const other of viewers.keys()) other.send(`gone ${session.id}`);
}

/**
 * Returns a function that sends images one by one, because all images at once could exceed the limit of the queue of a session.
 * @param {import('@doha/paceline').Session} session
 */
function imageSender(session) {
  /** @type {Uint8Array[]} */
  const waiting = [];
  let isSending = false;
  const sendAll = async () => {
    isSending = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      session.send(next);
      await session.ready;
    }
    isSending = false;
  };
  return (/** @type {Uint8Array} */ image) => {
    keep(waiting, image, maxImages);
    if (!isSending) void sendAll();
  };
}

/**
 * Adds an item, and removes the oldest one if there are more than `max`.
 * @template T
 * @param {T[]} items
 * @param {T} item
 * @param {number} max
 */
function keep(items, item, max) {
  if (items.push(item) > max) items.shift();
}

console.log(`listening on ${await server.listening}`);
