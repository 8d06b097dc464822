// A TCP proxy in user space, like a load balancer or a tunnel. Arguments: the port on which it listens, the host and the port of the server, the ms
// between bursts, and the ms of lag. Without bursts (0) it forwards each read, of up to 64 kB, at once. A lag delays all connections but the first, in
// each direction, and replaces their bursts. Prints "listening", and runs until it is killed.
import { connect, createServer } from 'node:net';

const [listening, host, port, every, lag] = process.argv.slice(2);

/** Maximum bytes held between two bursts. The links of the lab carry less in this time. */
const maxHeld = 2 ** 18;

/** Number of connections so far. */
let connections = 0;

createServer((near) => {
  const isLate = connections++ > 0 && Number(lag) > 0;
  const far = connect(Number(port), host);
  for (const [from, to] of /** @type {const} */ ([
    [near, far],
    [far, near],
  ])) {
    from.setNoDelay();
    from.on('error', () => {}); // a 'close' event follows
    from.on('close', () => to.destroy());
    if (isLate) forwardLate(from, to);
    else if (Number(every) === 0) from.pipe(to);
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

/**
 * @param {import('node:net').Socket} from
 * @param {import('node:net').Socket} to
 */
function forwardLate(from, to) {
  from.on('data', (data) => setTimeout(() => to.write(data), Number(lag)));
}
