// The server of the demo is at one end of a link; this program runs at the other end. It forwards each connection of
// a Unix socket over the link to that server. The development server is outside of the network
// namespaces of the link, but can open the Unix socket by its path.
import { connect, createServer } from 'node:net';

const [path, host, port] = process.argv.slice(2);

const relay = createServer((client) => {
  const server = connect(Number(port), host);
  server.setNoDelay();
  client.pipe(server).pipe(client);
  for (const [one, other] of [
    [client, server],
    [server, client],
  ]) {
    one?.on('error', () => {}); // 'close' follows
    one?.on('close', () => other?.destroy());
  }
});
relay.listen(path, () => process.stdout.write('listening\n'));
process.stdin.on('end', () => process.exit()).resume();
