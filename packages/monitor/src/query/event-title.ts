import type { RecordedEvent } from '../recording/recorded-event.ts';

/** The kind and the name of an event. Turns often have no other name than `turn`. */
export function eventTitle({ kind, name }: RecordedEvent): string {
  if (kind === 'remote') return `pool task ${name}`;
  return kind === name ? name : `${kind} ${name}`;
}
