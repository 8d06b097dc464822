// A TCP proxy in user space, like a load balancer or a tunnel. Arguments: the port on which it listens, the host and the port of the server, and the ms
// between bursts. With 0 it forwards each read, of up to 64 kB, at once. Prints "listening", and runs until it is killed.
import { connect, createServer } from 'node:net';

const [listening, host, port, every] = process.argv.slice(2);

/** Maximum bytes held between two bursts. The links of the lab carry less in this time. */
const maxHeld = 2 ** 18;

createServer((near) => {
  const far = connect(Number(port), host);
  for (const [from, to] of /** @type {const} */ ([
    [near, far],
    [far, near],
  ])) {
    from.setNoDelay();
    from.on('error', () => {}); // a 'close' event follows
    from.on('close', () => to.destroy());
    if (Number(every) === 0) from.pipe(to);
    else forwardInBursts(from, to);
  }
}).listen(Number(listening), () => process.stdout.write('listening\n'));

/**
 * @param {import('node:net').Socket} from
 * @param {import('node:net').Socket} to
 */
function forwardInBursts(from, to) {
  /** @type {Buffer[]} */
  let held = [];
  let bytes = 0;
  from.on('data', (data) => {
    held.push(data);
    bytes += data.length;
    if (bytes >= maxHeld) from.pause();
  });
  const timer = setInterval(() => {
    if (to.writableNeedDrain) return;
    for (const data of held) to.write(data);
    held = [];
    bytes = 0;
    from.resume();
  }, Number(every));
  from.on('close', () => clearInterval(timer));
}
