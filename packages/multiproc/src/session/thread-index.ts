/** A thread: the index of a worker, or 'main' for the thread that started the pool. */
export type ThreadIndex = number | 'main';

/** The name of a thread in messages for people. */
export function nameOfThread(place: ThreadIndex | undefined): string {
  if (place === undefined) return 'another thread';
  return place === 'main' ? 'the main thread' : `worker ${place}`;
}
