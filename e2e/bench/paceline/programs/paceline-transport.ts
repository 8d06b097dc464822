import { Paceline, type Session } from '@doha/paceline';
import { PacelineServer } from '@doha/paceline/node';
import { WebSocket } from 'ws';
import { type End, highWater, nextTurn, type Transport } from './transport.ts';

/** Paceline with default options and this number of standby connections. */
export function pacelineTransport(standbys: number): Transport {
  return {
    serve(http, accepted) {
      const onSession = (session: Session): void => {
        session.onMessage(accepted(endOf(session)));
      };
      return void new PacelineServer({ server: http, onSession });
    },
    async connect(port, heard) {
      const session = await Paceline.connect(`ws://127.0.0.1:${port}`, { standbys, WebSocket });
      session.onMessage(heard);
      while (session.statistics.connections <= standbys) await nextTurn();
      return endOf(session);
    },
  };
}

function endOf(session: Session): End {
  return {
    send(messages) {
      for (const data of messages) session.send(data);
      return session.queued > highWater ? session.ready : nextTurn();
    },
  };
}
