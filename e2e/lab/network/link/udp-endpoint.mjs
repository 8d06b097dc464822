// The sender or the receiver of the datagrams with which a lab checks its link. `send PORT HOST COUNT SIZE GAP` sends COUNT datagrams of SIZE bytes, one every GAP ms (0: all at once).
// `receive PORT` prints "ready", then a line per datagram: its number, and the µs at which it was sent and received. It exits when its standard input ends.
// Both processes share the monotonic clock of the machine.
import { createSocket } from 'node:dgram';

const [mode, port, host, count, size, gap] = process.argv.slice(2);
const socket = createSocket('udp4');
const now = () => process.hrtime.bigint() / 1000n;

if (mode === 'receive') {
  socket.on('message', (datagram) => {
    process.stdout.write(`${datagram.readUInt32BE(0)} ${datagram.readBigInt64BE(4)} ${now()}\n`);
  });
  socket.bind(Number(port), () => process.stdout.write('ready\n'));
  process.stdin.resume().on('end', () => process.exit());
} else {
  const sends = [];
  for (let number = 0; number < Number(count); number++) {
    const datagram = Buffer.alloc(Number(size));
    datagram.writeUInt32BE(number, 0);
    datagram.writeBigInt64BE(now(), 4);
    sends.push(new Promise((resolve) => socket.send(datagram, Number(port), host, resolve)));
    if (Number(gap) > 0) await new Promise((resolve) => setTimeout(resolve, Number(gap)));
  }
  await Promise.all(sends);
  socket.close();
}
