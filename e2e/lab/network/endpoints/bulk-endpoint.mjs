// An endpoint of a plain TCP connection in bulk transfer. `send PORT` prints "listening", and sends to each client. `receive HOST PORT SECONDS WARMUP`
// receives for SECONDS, and prints the number of bytes received after the first WARMUP seconds.
import { connect, createServer } from 'node:net';

const [mode, ...rest] = process.argv.slice(2);
const block = Buffer.alloc(2 ** 16);

if (mode === 'send') {
  const server = createServer((socket) => {
    const fill = () => {
      while (socket.writable && socket.write(block));
    };
    socket.on('drain', fill).on('error', () => {});
    fill();
  });
  server.listen(Number(rest[0]), () => process.stdout.write('listening\n'));
} else {
  const [host, port, seconds, warmup] = rest;
  let bytes = 0;
  const began = performance.now();
  connect(Number(port), host).on('data', (data) => {
    if (performance.now() - began > 1000 * Number(warmup)) bytes += data.length;
  });
  setTimeout(() => process.stdout.write(`${bytes}`, () => process.exit()), 1000 * Number(seconds));
}
