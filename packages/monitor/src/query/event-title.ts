import type { RecordedEvent } from '../recording/recorded-event.ts';

/** The kind and the name of an event. Turns often have no other name than `turn`. */
export function eventTitle({ kind, name }: RecordedEvent): string {
  return kind === name ? name : `${kindText(kind)} ${name}`;
}

/** The word for a kind. Tasks of a pool have the kind `remote`. */
export function kindText(kind: RecordedEvent['kind']): string {
  return kind === 'remote' ? 'pool task' : kind;
}
