// The server of index.html, on Paceline: `node server.mjs`. In this repository the packages are built first, by `npx tsc -b`.
import { PacelineServer } from '@doha/paceline/node';

const port = Number(process.env['PORT'] ?? 8090);

/** What a board has on it, for those who come later. @type {string[]} */
const lines = [];
const maxLines = 5000;
/** @type {Uint8Array[]} */
const pictures = [];
const maxPictures = 20;
const maxMessageSize = 2 ** 24;

/** How each session is sent pictures. @type {Map<import('@doha/paceline').Session, (picture: Uint8Array) => void>} */
const viewers = new Map();

const server = new PacelineServer({ port, maxMessageSize, onSession: welcome });

/** @param {import('@doha/paceline').Session} session */
async function welcome(session) {
  const show = pictureSender(session);
  for (const line of lines) session.send(line, { priority: 1 });
  for (const picture of pictures) show(picture);
  viewers.set(session, show);

  session.onMessage((data) => {
    const others = [...viewers].filter(([other]) => other !== session);
    if (typeof data !== 'string') {
      keep(pictures, data, maxPictures);
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
 * Sends pictures one by one, the next one when little of the last is left to send. All at once could be more than may wait to be sent to a client.
 * @param {import('@doha/paceline').Session} session
 */
function pictureSender(session) {
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
  return (/** @type {Uint8Array} */ picture) => {
    keep(waiting, picture, maxPictures);
    if (!isSending) void sendAll();
  };
}

/**
 * Adds an item, and drops the oldest one beyond a number.
 * @template T
 * @param {T[]} items
 * @param {T} item
 * @param {number} max
 */
function keep(items, item, max) {
  if (items.push(item) > max) items.shift();
}

console.log(`listening on ${await server.listening}`);
