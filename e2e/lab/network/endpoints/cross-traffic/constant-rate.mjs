// An endpoint of datagrams at a constant rate, which do not react to congestion. `receive PORT` prints "listening", and ignores all datagrams.
// `send HOST PORT RATE` sends RATE bits per second, including the headers of IP and UDP. Both run until they are killed.
import { createSocket } from 'node:dgram';

const [mode, ...rest] = process.argv.slice(2);
const socket = createSocket('udp4');

const headers = 28; // bytes of IP and UDP
const block = Buffer.alloc(1000);

if (mode === 'receive') {
  socket.bind(Number(rest[0]), () => process.stdout.write('listening\n'));
} else {
  const [host, port, rate] = rest;
  const period = (8000 * (block.length + headers)) / Number(rate); // ms
  const began = performance.now();
  let sent = 0;
  setInterval(() => {
    for (; began + sent * period <= performance.now(); sent++) socket.send(block, Number(port), host);
  }, 1);
}
