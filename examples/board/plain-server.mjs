// The server of plain.html, on plain WebSockets: `node plain-server.mjs`.
import { WebSocketServer } from 'ws';

const port = Number(process.env['PORT'] ?? 8090);

/** What a board has on it, for those who come later. @type {(string | Buffer)[]} */
const history = [];
const maxHistory = 2000;
const maxMessageSize = 2 ** 24;

const server = new WebSocketServer({ port, maxPayload: maxMessageSize });

server.on('connection', (socket) => {
  for (const message of history) socket.send(message);
  let who = '';

  socket.on('message', (/** @type {Buffer} */ bytes, isBinary) => {
    const data = isBinary ? bytes : bytes.toString();
    const [what, sender = ''] = typeof data === 'string' ? data.split(' ', 2) : ['picture'];
    who ||= sender;
    if (what !== 'cursor') history.push(data);
    if (history.length > maxHistory) history.shift();
    for (const other of server.clients) if (other !== socket) other.send(data);
  });
  socket.on('error', () => {}); // a message that is too long; 'close' comes after it
  socket.on('close', () => {
    for (const other of server.clients) other.send(`gone ${who}`);
  });
});

server.on('listening', () => {
  const { port: listening } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`listening on ${listening}`);
});
