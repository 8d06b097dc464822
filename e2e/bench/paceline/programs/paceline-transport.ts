import { Paceline, type Session } from '@doha/paceline';
import { PacelineServer } from '@doha/paceline/node';
import { WebSocket } from 'ws';
import { type Endpoint, highWater, nextTurn, type Transport } from './transport.ts';

/** Paceline with default options and this number of standby connections. */
export function pacelineTransport(standbys: number): Transport {
  return {
    serve(http, accepted) {
      const onSession = (session: Session): void => {
        session.onMessage(accepted(endpointOf(session)));
      };
      return void new PacelineServer({ server: http, onSession });
    },
    async connect(port, listener) {
      const session = await Paceline.connect(`ws://127.0.0.1:${port}`, { standbys, WebSocket });
      session.onMessage(listener);
      while (session.statistics.connections <= standbys) await nextTurn();
      return endpointOf(session);
    },
  };
}

function endpointOf(session: Session): Endpoint {
  return {
    send(messages) {
      for (const data of messages) session.send(data);
      return session.queued > highWater ? session.ready : nextTurn();
    },
  };
}
