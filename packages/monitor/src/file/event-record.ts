import { dropReasons, eventKinds, type RecordedEvent } from '../recording/recorded-event.ts';

/** Returns the number of the kind of an event and its two values, as a ring stores them: the inverse of `recordedEvent`. */
export function recordOf(event: RecordedEvent): readonly [kind: number, value: number, second: number] {
  const [value, second = 0] = valuesOf(event);
  return [eventKinds.indexOf(event.kind), value, second];
}

function valuesOf(event: RecordedEvent): readonly [value: number, second?: number] {
  switch (event.kind) {
    case 'task':
      return [event.priority];
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
    default:
      return event satisfies never;
  }
}
