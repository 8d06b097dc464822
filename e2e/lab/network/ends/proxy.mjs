// A TCP proxy in user space, as of a load balancer or a tunnel. Arguments: the port on which it listens, the host and the port of the server, and the ms
// between bursts. With 0 it forwards each read, of up to 64 kB, at once. Prints "listening", and runs until it is killed.
import { connect, createServer } from 'node:net';

const [listening, host, port, every] = process.argv.slice(2);

/** Bytes to hold between two bursts. This is more than the links here carry in that time, so that the proxy does not limit the throughput. */
const maxHeld = 2 ** 18;

createServer((near) => {
  const far = connect(Number(port), host);
  for (const [from, to] of /** @type {const} */ ([
    [near, far],
    [far, near],
  ])) {
    from.setNoDelay();
    from.on('error', () => {}); // 'close' comes after it
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
