// The receiver of a bulk transfer over a plain TCP connection. `HOST PORT SECONDS WARMUP`: receives for SECONDS, and prints the number of bytes received
// after the first WARMUP seconds.
import { connect } from 'node:net';

const [host, port, seconds, warmup] = process.argv.slice(2);
let bytes = 0;
const began = performance.now();
connect(Number(port), host).on('data', (data) => {
  if (performance.now() - began > 1000 * Number(warmup)) bytes += data.length;
});
setTimeout(() => process.stdout.write(`${bytes}`, () => process.exit()), 1000 * Number(seconds));
