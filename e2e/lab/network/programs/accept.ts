import Qmux from '@moq/qmux';
import { PacelineServer, type PacelineServerOptions } from '@doha/paceline/node';
import type { Connection, OpenConnections } from './connection.ts';
import type { Certificate, ConnectionOptions } from './flow.ts';
import { recordingControllerOf } from './recording-controller.ts';
import { qmuxConfig, qmuxProtocol, type QmuxSocket } from './outlets/qmux-outlet.ts';

/** Creates an https server that listens on a port, on all network interfaces. */
export type ListenTls = (certificate: Certificate, port: number) => PacelineServerOptions['server'];

/** Returns a function that accepts a connection per flow. */
export function acceptBy(listenTls: ListenTls): OpenConnections<ConnectionOptions> {
  return async ({ flows, port, tls, transport }, platform, onConnection) => {
    let count = 0;
    let haveAll: () => void = () => {};
    const all = new Promise<void>((resolve) => {
      haveAll = resolve;
    });
    const add = (connection: Connection): void => {
      onConnection(connection);
      if (++count === flows) haveAll();
    };
    const allAddresses = '0.0.0.0'; // the clients are in another network namespace
    const server = new PacelineServer({
      ...(tls === undefined ? { port, host: allAddresses } : { server: listenTls(tls, port) }),
      origins: '*',
      protocols: [qmuxProtocol],
      controller: (connection) => recordingControllerOf(transport, connection),
      onSession: (session) => add({ kind: 'session', session }),
      onSocket: (socket) => {
        socket.binaryType = 'arraybuffer';
        if (transport !== 'qmux') return add({ kind: 'socket', socket });
        const accepted = socket as unknown as QmuxSocket;
        add({ kind: 'qmux', session: Qmux.accept(accepted, { config: qmuxConfig }) });
      },
    });
    await server.listening;
    platform.report('listening');
    await all;
  };
}
