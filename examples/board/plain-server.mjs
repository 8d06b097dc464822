// The server of plain.html, on plain WebSockets: `node plain-server.mjs`.
import { WebSocketServer } from 'ws';

const port = Number(process.env['PORT'] ?? 8090);

/** The messages of the board, for participants who join later. @type {(string | Buffer)[]} */
const history = [];
const maxHistory = 2000;
const maxMessageSize = 2 ** 24;

const server = new WebSocketServer({ port, maxPayload: maxMessageSize });

server.on('connection', (socket) => {
  for (const message of history) socket.send(message);
  let participant = '';

  socket.on('message', (/** @type {Buffer} */ bytes, isBinary) => {
    const data = isBinary ? bytes : bytes.toString();
    const [type, sender = ''] = typeof data === 'string' ? data.split(' ', 2) : ['image'];
    participant ||= sender;
    if (type !== 'cursor') history.push(data);
    if (history.length > maxHistory) history.shift();
    for (const other of server.clients) if (other !== socket) other.send(data);
  });
  socket.on('error', () => {}); // a message that is too long; 'close' follows
  socket.on('close', () => {
    for (const other of server.clients) other.send(`gone ${participant}`);
  });
});

server.on('listening', () => {
  const { port: listening } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`listening on ${listening}`);
});
