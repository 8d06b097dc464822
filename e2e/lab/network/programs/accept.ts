import Qmux from '@moq/qmux';
import { PacelineServer } from '@doha/paceline/node';
import type { Connection, Meet } from './connection.ts';
import type { Place } from './flow.ts';
import { notingControllerOf } from './noting-controller.ts';
import { qmuxConfig, qmuxProtocol, type QmuxSocket } from './outlets/qmux-outlet.ts';

/** Serves those who connect. */
export const accept: Meet<Place> = async ({ flows, port, transport }, platform, met) => {
  let count = 0;
  let haveAll: () => void = () => {};
  const all = new Promise<void>((resolve) => {
    haveAll = resolve;
  });
  const add = (connection: Connection): void => {
    met(connection);
    if (++count === flows) haveAll();
  };
  const server = new PacelineServer({
    port,
    host: '0.0.0.0', // the other end is in another network namespace
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
