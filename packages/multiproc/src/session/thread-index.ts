/** A thread: the index of a worker, or 'main' for the thread that started the pool. */
export type ThreadIndex = number | 'main';

/** The name of a thread in error messages. */
export function nameOfThread(index: ThreadIndex | undefined): string {
  if (index === undefined) return 'another thread';
  return index === 'main' ? 'the main thread' : `worker ${index}`;
}
