// An endpoint of TCP transfers. `serve PORT BYTES` prints "listening", and sends BYTES to each client; 0: it sends without end. `fetch HOST PORT COUNT`
// keeps COUNT transfers running: when one ends, the next one begins. `pulse HOST PORT COUNT LASTING PAUSE` runs COUNT transfers for LASTING ms, and
// again after each PAUSE in ms. All run until they are killed.
import { connect, createServer } from 'node:net';

const [mode, ...rest] = process.argv.slice(2);

if (mode === 'serve') {
  const [port, bytes] = rest.map(Number);
  serve(port ?? 0, bytes ?? 0);
} else if (mode === 'fetch') {
  const [host = '', port, count] = rest;
  for (let i = 0; i < Number(count); i++) fetchAgain(host, Number(port));
} else {
  const [host = '', ...numbers] = rest;
  const [port = 0, count = 0, lasting = 0, pause = 0] = numbers.map(Number);
  for (let i = 0; i < count; i++) pulse(host, port, { lasting, pause });
}

/**
 * @param {number} port
 * @param {number} bytes
 */
function serve(port, bytes) {
  const block = Buffer.alloc(bytes || 2 ** 16);
  const server = createServer((socket) => {
    socket.on('error', () => {}); // the client was killed
    if (bytes > 0) {
      socket.end(block);
      return;
    }
    const fill = () => {
      while (socket.writable && socket.write(block));
    };
    socket.on('drain', fill);
    fill();
  });
  server.listen(port, () => process.stdout.write('listening\n'));
}

/**
 * @param {string} host
 * @param {number} port
 */
function fetchAgain(host, port) {
  const socket = connect(port, host).resume();
  socket.on('error', () => {}); // a 'close' event follows
  socket.on('close', () => fetchAgain(host, port));
}

/**
 * @param {string} host
 * @param {number} port
 * @param {{ lasting: number, pause: number }} times
 */
function pulse(host, port, times) {
  const socket = connect(port, host).resume();
  socket.on('error', () => {}); // the server was killed
  setTimeout(() => socket.destroy(), times.lasting);
  setTimeout(() => pulse(host, port, times), times.lasting + times.pause);
}
