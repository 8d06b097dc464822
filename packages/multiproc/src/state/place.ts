/** A thread, by the index of its worker. */
export type Place = number | 'main';

/** The name of a thread in messages for people. */
export function nameOfPlace(place: Place | undefined): string {
  if (place === undefined) return 'another thread';
  return place === 'main' ? 'the main thread' : `worker ${place}`;
}
