import { PacelineServer, PacelineWebSocketServer } from '@doha/paceline/node';

/** Uses options of both kinds of servers. It is only compiled, never called. */
export function serve(): () => Promise<void> {
  const server = new PacelineServer({
    port: 0,
    onSession(session, { credentials }) {
      session.onMessage((data) =>
        session.send(new Blob([data]).size > 0 ? data : credentials, { priority: 1 }),
      );
    },
  });
  const sockets = new PacelineWebSocketServer({
    port: 0,
    classify: (data) => (typeof data === 'string' ? { priority: 1 } : { key: 'newest', expiresIn: 200 }),
  });
  sockets.on('connection', (socket) => socket.send('hello'));
  return () => server.close();
}
