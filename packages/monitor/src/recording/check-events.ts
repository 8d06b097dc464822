import { mustBe } from '@doha/loop/options';
import {
  dropReasons,
  endings,
  eventKinds,
  maxEndpoint,
  messageEndings,
  type RecordedEvent,
} from './recorded-event.ts';

/**
 * Greatest absolute value of the times of events, in ms: 139 years. The difference of two times in ns is then below 2⁶³, as traces need it, and a clock may
 * count from the beginning of 1970.
 */
export const maxTime: number = 2 ** 42;

/** Greatest number of a task of a pool for which a record has room, see `remoteValue`. */
export const maxTaskId: number = 2 ** 26;

/** Greatest number of a message for which a record has room, see `messageValue`. */
export const maxMessageId: number = 2 ** 34;

/** An invalid member of an event. */
interface Fault {
  readonly member: string;
  /** The kind of value that the member must have. */
  readonly kind: string;
  readonly type: 'number' | 'string';
  readonly value: unknown;
}

/** Whether an event has a known kind and valid members. */
export function isEvent(event: RecordedEvent): boolean {
  return faultOf(event) === undefined;
}

/** Throws a TypeError or RangeError that names `what`, the event and its member unless all events are valid. */
export function checkEvents(what: string, events: readonly RecordedEvent[]): void {
  for (const [index, event] of events.entries()) {
    const fault = faultOf(event);
    if (fault !== undefined) throw errorOf(`${what}: ${fault.member} of the event ${index}`, fault);
  }
}

function errorOf(what: string, { kind, type, value }: Fault): Error {
  const message = mustBe(what, kind, value);
  return typeof value === type ? new RangeError(message) : new TypeError(message);
}

// Direct calls: a recording has up to millions of events, and a table of requirements takes several times as long.
function faultOf(event: RecordedEvent): Fault | undefined {
  const given = (event as RecordedEvent | null | undefined) ?? ({} as RecordedEvent);
  const { end, kind, name, start, thread } = given;
  return (
    listed('kind', kind, eventKinds) ??
    text('thread', thread) ??
    text('name', name) ??
    between('start', start, -maxTime, maxTime) ??
    between('end', end, start, maxTime) ??
    faultOfKind(given)
  );
}

function faultOfKind(event: RecordedEvent): Fault | undefined {
  switch (event.kind) {
    case 'task':
      return (
        finite('priority', event.priority) ?? (event.id === undefined ? undefined : whole('id', event.id))
      );
    case 'timer':
      return between('lateness', event.lateness, 0, 2 * maxTime);
    case 'turn':
    case 'span':
      return undefined;
    case 'window':
      return whole('updated', event.updated) ?? whole('cancelled', event.cancelled);
    case 'drop':
      return listed('reason', event.reason, dropReasons);
    case 'signal':
      return finite('value', event.value);
    case 'remote':
      return (
        listed('status', event.status, endings) ??
        (event.worker === undefined ? undefined : text('worker', event.worker)) ??
        faultOfSent(event, maxTaskId)
      );
    case 'message':
      return (
        listed('status', event.status, messageEndings) ??
        faultOfEndpoint(event.endpoint) ??
        faultOfSent(event, maxMessageId)
      );
    case 'receipt':
      return (
        whole('id', event.id, maxMessageId) ?? faultOfEndpoint(event.endpoint) ?? whole('size', event.size)
      );
    default:
      return event satisfies never;
  }
}

function faultOfSent(
  { id, sent }: { readonly id: unknown; readonly sent: unknown },
  maxId: number,
): Fault | undefined {
  return (
    (sent === undefined ? undefined : between('sent', sent, -maxTime, maxTime)) ??
    (id === undefined ? undefined : whole('id', id, maxId))
  );
}

function faultOfEndpoint(endpoint: number | undefined): Fault | undefined {
  return endpoint === undefined ? undefined : whole('endpoint', endpoint, maxEndpoint);
}

function text(member: string, value: unknown): Fault | undefined {
  return typeof value === 'string' ? undefined : { member, kind: 'a string', type: 'string', value };
}

function listed(member: string, value: unknown, values: readonly string[]): Fault | undefined {
  if (values.includes(value as string)) return undefined;
  return { member, kind: `one of ${values.join(', ')}`, type: 'string', value };
}

function finite(member: string, value: unknown): Fault | undefined {
  return Number.isFinite(value) ? undefined : { member, kind: 'a finite number', type: 'number', value };
}

function whole(member: string, value: unknown, max = Number.MAX_SAFE_INTEGER): Fault | undefined {
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max) return undefined;
  return { member, kind: `a whole number from 0 to ${max}`, type: 'number', value };
}

function between(member: string, value: unknown, min: number, max: number): Fault | undefined {
  if (typeof value === 'number' && value >= min && value <= max) return undefined;
  return { member, kind: `a number from ${min} to ${max}`, type: 'number', value };
}
