// Runs behind a narrow link: connects each client of a Unix socket, which all network namespaces see, to a server on the other side of the link.
import { connect, createServer } from 'node:net';

const [path, host, port] = process.argv.slice(2);

const server = createServer((near) => {
  const far = connect(Number(port), host);
  far.setNoDelay();
  near.pipe(far).pipe(near);
  for (const [one, other] of [
    [near, far],
    [far, near],
  ]) {
    one?.on('error', () => {}); // 'close' comes after it
    one?.on('close', () => other?.destroy());
  }
});
server.listen(path, () => process.stdout.write('listening\n'));
process.stdin.on('end', () => process.exit()).resume();
