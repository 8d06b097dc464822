// Runs at the far end of a link with limited bandwidth. Connects each client of a Unix socket to
// the server at the near end. A Unix socket is visible in all network namespaces, so the
// development server can open it without a namespace of its own.
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
    one?.on('error', () => {}); // 'close' follows
    one?.on('close', () => other?.destroy());
  }
});
server.listen(path, () => process.stdout.write('listening\n'));
process.stdin.on('end', () => process.exit()).resume();
