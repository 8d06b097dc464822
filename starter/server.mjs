// Sends the position of each player to all others.
import { PacelineServer } from '@doha/paceline/node';

/** @type {Map<number, import('@doha/paceline/node').Session>} */
const sessions = new Map();
let players = 0;

const server = new PacelineServer({
  port: Number(process.env['PORT'] ?? 8080),
  onSession(session) {
    const player = ++players;
    sessions.set(player, session);
    session.onMessage((data) => {
      const { x, y } = /** @type {{ x: number, y: number }} */ (JSON.parse(String(data)));
      for (const [number, other] of sessions)
        if (number !== player) other.latest(`player ${player}`, JSON.stringify({ player, x, y }));
    });
    void session.closed.then(() => sessions.delete(player));
  },
});
console.log(`listening on ${await server.listening}`);
