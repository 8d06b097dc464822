import { createServer, type Server } from 'node:https';
import Qmux from '@moq/qmux';
import { PacelineServer } from '@doha/paceline/node';
import type { Connection, OpenConnections } from './connection.ts';
import type { ConnectionOptions } from './flow.ts';
import { notingControllerOf } from './noting-controller.ts';
import { qmuxConfig, qmuxProtocol, type QmuxSocket } from './outlets/qmux-outlet.ts';

/** Accepts a connection per flow. */
export const accept: OpenConnections<ConnectionOptions> = async (
  { flows, port, tls, transport },
  platform,
  onConnection,
) => {
  let count = 0;
  let haveAll: () => void = () => {};
  const all = new Promise<void>((resolve) => {
    haveAll = resolve;
  });
  const add = (connection: Connection): void => {
    onConnection(connection);
    if (++count === flows) haveAll();
  };
  const host = '0.0.0.0'; // the clients are in another network namespace
  const https: Server | undefined = tls && createServer(tls).listen(port, host);
  const server = new PacelineServer({
    ...(https === undefined ? { port, host } : { server: https }),
    origins: '*',
    protocols: [qmuxProtocol],
    controller: () => notingControllerOf(transport),
    onSession: (session) => add({ kind: 'session', session }),
    onSocket: (socket) => {
      socket.binaryType = 'arraybuffer';
      if (transport !== 'qmux') return add({ kind: 'socket', socket });
      const accepted = socket as unknown as QmuxSocket;
      add({ kind: 'qmux', session: Qmux.accept(accepted, { config: qmuxConfig }) });
    },
  });
  await server.listening;
  platform.tell('listening');
  await all;
};
