import { packThrown } from '../transport/thrown.ts';
import type { PoolLink } from './expose.ts';

/** Answers the messages of a shared pool in a worker whose module has not called `join`. The worker leaves the session and only runs tasks. */
export class Unshared {
  #link: Pick<PoolLink, 'send'>;

  constructor(link: Pick<PoolLink, 'send'>) {
    this.#link = link;
  }

  beginSession(): void {
    this.#link.send('notShared', []);
  }

  link(_thread: number, _index: unknown, port: MessagePort): void {
    port.close();
  }

  listen(_number: number, topic: string): void {
    const error = new Error('subscribe: the module of the worker must call join(expose(…))');
    this.#link.send('report', [packThrown(error)]);
    this.#link.send('listening', [topic]); // the pool waits for the confirmation
  }

  unlisten(): void {}

  unlink(): void {}

  pass(): void {}

  forget(): void {}
}
