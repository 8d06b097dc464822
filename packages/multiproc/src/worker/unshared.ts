import type { Receiver } from '../transport/remote-methods.ts';
import { packThrown } from '../transport/thrown.ts';
import type { PoolLink } from './expose.ts';

/** Answers the messages of a shared pool in a worker whose module has not called `join`. The worker leaves the session and only runs tasks. */
export function unshared({ send }: Pick<PoolLink, 'send'>): Receiver {
  return {
    beginSession: () => send('notShared', []),
    link: (_thread: number, _index: unknown, port: MessagePort) => port.close(),
    listen(_number: number, topic: string) {
      const error = new Error('subscribe: the module of the worker must call join(expose(…))');
      send('report', [packThrown(error)]);
      send('listening', [topic]); // the pool waits for the confirmation
    },
    unlisten: ignore,
    unlink: ignore,
    pass: ignore,
    forget: ignore,
  };
}

function ignore(): void {}
