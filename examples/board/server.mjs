// The server of index.html, on Paceline: `node server.mjs`. In this repository the packages are built first, by `npx tsc -b`.
import { PacelineServer } from '@doha/paceline/node';

const port = Number(process.env['PORT'] ?? 8090);

/** What a board has on it, for those who come later. @type {(string | Uint8Array)[]} */
const history = [];
const mostHistory = 2000;
const longestMessage = 2 ** 24;

const server = new PacelineServer({
  port,
  longestMessage,
  onSession: (session) => void welcome(session),
});

/** @param {import('@doha/paceline').Session} session */
async function welcome(session) {
  for (const message of history) session.send(message);
  let who = '';

  session.onMessage((data) => {
    const [what, sender = ''] = typeof data === 'string' ? data.split(' ', 2) : ['picture'];
    who ||= sender;
    if (what !== 'cursor') history.push(data);
    if (history.length > mostHistory) history.shift();
    for (const other of server.sessions) {
      if (other === session) continue;
      if (what === 'cursor') other.latest(`cursor of ${who}`, data, { priority: 2 });
      else other.send(data, { priority: what === 'line' ? 1 : 0 });
    }
  });
  await session.closed;
  for (const other of server.sessions) other.send(`gone ${who}`);
}

console.log(`listening on ${await server.listening}`);
