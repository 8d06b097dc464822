import {
  dropReasons,
  kindOf,
  maxWorkerIndex,
  type MessageEvent,
  messageValue,
  receiptValue,
  type RecordedEvent,
  type RemoteEvent,
  remoteValue,
} from '../recording/recorded-event.ts';

type NumberOf = (name: string) => number;

/**
 * Returns the number of the kind of an event and its two values, as a ring stores them: the inverse of `recordedEvent`. `numberOf`: returns the number of a
 * name.
 */
export function recordOf(
  event: RecordedEvent,
  numberOf: NumberOf,
): readonly [kind: number, value: number, second: number] {
  const [value, second = 0] = valuesOf(event, numberOf);
  return [kindOf[event.kind], value, second];
}

function valuesOf(event: RecordedEvent, numberOf: NumberOf): readonly [value: number, second?: number] {
  switch (event.kind) {
    case 'task':
      return event.id === undefined ? [event.priority] : [event.priority, event.id + 1];
    case 'timer':
      return [event.lateness];
    case 'window':
      return [event.updated, event.cancelled];
    case 'drop':
      return [dropReasons.indexOf(event.reason)];
    case 'signal':
      return [event.value];
    case 'turn':
    case 'span':
      return [0];
    case 'remote':
      return remoteValues(event, numberOf);
    case 'message':
      return messageValues(event);
    case 'receipt':
      return [receiptValue(event.id, event.endpoint ?? 0), event.size];
    default:
      return event satisfies never;
  }
}

function remoteValues(
  { id = -1, sent, start, status, worker }: RemoteEvent,
  numberOf: NumberOf,
): readonly [number, number] {
  const [, pool, index] = /^(.*) (\d+)$/s.exec(worker ?? '') ?? [];
  if (pool === undefined || sent === undefined || Number(index) > maxWorkerIndex)
    return [remoteValue(0, -1, -1, status), 0];
  return [remoteValue(numberOf(pool), Number(index), id, status), sent - start];
}

function messageValues({ endpoint = 0, id, sent, start, status }: MessageEvent): readonly [number, number] {
  if (id === undefined || sent === undefined) return [messageValue(-1, status, endpoint), 0];
  return [messageValue(id, status, endpoint), sent - start];
}
