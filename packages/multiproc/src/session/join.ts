import { type PoolToListener, poolToListener } from '../pubsub/listen-messages.ts';
import { receiver } from '../transport/remote-methods.ts';
import { checkKind } from '@doha/loop/options';
import { Listeners } from '../pubsub/listeners.ts';
import type { Exposed, PoolLink, WorkerExtension } from '../worker/expose.ts';
import { Peer } from './peer.ts';
import { SharingWorker } from './sharing-worker.ts';

/**
 * Makes a worker part of a shared pool: adds topics, tables, ids and entities to the result of `expose`. Call it once, when the module is loaded. Throws a
 * TypeError if `exposed` is not the result of `expose`, and an Error at a second call, or if the pool has started this thread already.
 *
 * ```ts
 * export const worker = join(expose({ … }));
 * ```
 */
export function join<Functions>(exposed: Exposed<Functions>): SharingWorker<Functions> {
  const isExposed = typeof (exposed as Partial<typeof exposed> | undefined)?.extend === 'function';
  checkKind('join: exposed', isExposed, 'the result of expose', exposed);
  let peer!: Peer;
  exposed.extend((link) => {
    peer = new Peer((...call) => link.send(...call), link.onError, undefined, link.flushNow);
    return extensionOf(exposed, peer, link);
  });
  return new SharingWorker(exposed, peer);
}

function extensionOf(exposed: Exposed<unknown>, peer: Peer, link: PoolLink): WorkerExtension {
  const listeners = new Listeners({
    functions: exposed.methods,
    subscribe: (topic, subscriber) => peer.subscribe(topic, subscriber),
    listening: (topic) => link.send('listening', [topic]),
    onError: link.onError,
  });
  return {
    receivers: [...peer.receivers, receiver<PoolToListener>(listeners, poolToListener)],
    notSent: (call, error) => peer.notSent(call, error),
    beforeResult: () => peer.publishBeforeTasks(),
    flush: () => peer.sendCollected(),
    begin: () => listeners.clear(),
    close: () => peer.close(),
  };
}
