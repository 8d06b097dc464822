import { Paceline } from '@doha/paceline';
import { PacelineServer } from '@doha/paceline/node';
import { WebSocket } from 'ws';

// #region server
const server = new PacelineServer({
  port: 0, // any free port
  onSession(session) {
    const level = session.stream({ label: 'level' }); // a stream of its own: it delays no other message
    level.send(new Uint8Array(20_000_000));
    level.close();
    session.onMessage((data) => session.send(`you pressed ${String(data)}`, { priority: 1 }));
  },
});
// #endregion server

// #region client
const port = await server.listening;
const session = await Paceline.connect(`ws://localhost:${port}`, { WebSocket });
const level = new Promise<number>((resolve) =>
  session.onStream((stream) => stream.onMessage((data) => resolve(data.length))),
);
session.onMessage((data) => console.log(data)); // prints you pressed jump
await session.send('jump').delivered;
console.log(await level); // prints 20000000
// #endregion client

await session.close();
await server.close();
