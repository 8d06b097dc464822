import type { MultiProcParts } from '../multi-proc.ts';
import type { Attached, WorkerConnection } from '../pool/worker-connection.ts';
import type { PoolToListener } from '../pubsub/listen-messages.ts';
import { WorkerSubscriptions } from '../pubsub/worker-subscriptions.ts';
import type { Send } from '../transport/remote-methods.ts';
import { Hub } from './hub.ts';
import type { PeerToPeer, HubToPeer } from './session-messages.ts';

/** The session of a shared pool: connects the hub with the workers of the pool. */
export class PoolSession {
  readonly hub: Hub;
  readonly subscriptions: WorkerSubscriptions = new WorkerSubscriptions((index, ...call) => {
    const send = this.#sends.get(index);
    if (send === undefined) return;
    send(...call);
    if (call[0] === 'listen') this.hub.expectSubscriber(index, call[1][1]!);
  });
  #parts: MultiProcParts;
  #sends: Map<number, Send<PoolToListener>> = new Map(); // by index of the worker

  constructor(parts: MultiProcParts) {
    this.#parts = parts;
    this.hub = new Hub(parts.onError);
  }

  /** Adds a worker to the session. */
  attach(connection: WorkerConnection): Attached {
    const { hub } = this;
    const { pool } = this.#parts;
    const { index } = connection.load;
    const send: Send<HubToPeer & PeerToPeer & PoolToListener> = (...call) => {
      connection.send(...call);
      pool.flushSoon();
    };
    const end = (reason: Error): void => pool.end(connection, reason);
    const thread = hub.join(index, send, end, (...call) => connection.sendNow(...call));
    this.#sends.set(index, send);
    this.subscriptions.resend(index);
    return {
      refused: (call, error) => hub.peer.notSent(call, error),
      beforeTask: () => hub.peer.commitBeforeTask(thread),
      receivers: [hub.methodsFor(thread)],
      detach: () => {
        if (this.#sends.get(index) === send) this.#sends.delete(index);
        hub.leave(thread);
      },
    };
  }
}
