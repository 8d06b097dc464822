// One end of a check: `send PORT HOST COUNT SIZE GAP` sends so many datagrams of so many bytes, one every GAP ms (0: at once); `hear PORT` prints each that
// comes: its number, and the µs at which it was sent and came, until its input ends. Both are on one machine, whose monotonic clock all processes share.
import { createSocket } from 'node:dgram';

const [what, port, host, count, size, gap] = process.argv.slice(2);
const socket = createSocket('udp4');
const now = () => process.hrtime.bigint() / 1000n;

if (what === 'hear') {
  socket.on('message', (datagram) => {
    process.stdout.write(`${datagram.readUInt32BE(0)} ${datagram.readBigInt64BE(4)} ${now()}\n`);
  });
  socket.bind(Number(port), () => process.stdout.write('ready\n'));
  process.stdin.resume().on('end', () => process.exit());
} else {
  const leaving = [];
  for (let number = 0; number < Number(count); number++) {
    const datagram = Buffer.alloc(Number(size));
    datagram.writeUInt32BE(number, 0);
    datagram.writeBigInt64BE(now(), 4);
    leaving.push(new Promise((resolve) => socket.send(datagram, Number(port), host, resolve)));
    if (Number(gap) > 0) await new Promise((resolve) => setTimeout(resolve, Number(gap)));
  }
  await Promise.all(leaving);
  socket.close();
}
