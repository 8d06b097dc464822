interface Timed {
  /** Name of the thread. */
  readonly thread: string;
  /** For tasks and timers: the name of the callback. For signals and spans: the name that the application gave. */
  readonly name: string;
  /** Beginning in ms, on the clock of the recorder. */
  readonly start: number;
  /** End in ms. The same as `start` for drops and signals. */
  readonly end: number;
}

/** A callback of a task, or a step of a generator, that an event loop has run. */
export interface TaskEvent extends Timed {
  readonly kind: 'task';
  readonly priority: number;
  /** In a worker of a pool: the number of the task there, which a later task may get again. Otherwise absent. */
  readonly id?: number;
}

/** A callback of a timer that an event loop has run. */
export interface TimerEvent extends Timed {
  readonly kind: 'timer';
  /** Ms by which the callback began after the release time of the timer. */
  readonly lateness: number;
}

/** A turn of an event loop: the time in which it ran tasks and timers without a pause. */
export interface TurnEvent extends Timed {
  readonly kind: 'turn';
}

/** A window of a `Frame`, from the ranking of its entities to its end. */
export interface WindowEvent extends Timed {
  readonly kind: 'window';
  /** Number of updates that were made. */
  readonly updated: number;
  /** Number of updates that were not made, because the window ended before, because their entities moved, or because `maxStep` failed. */
  readonly cancelled: number;
}

/** A task that was dropped. */
export interface DropEvent extends Timed {
  readonly kind: 'drop';
  readonly reason: 'cancelled' | 'expired';
}

/** A number that the application has recorded, such as the length of a queue. */
export interface SignalEvent extends Timed {
  readonly kind: 'signal';
  readonly value: number;
}

/** A period that the application has recorded, such as a drawing. */
export interface SpanEvent extends Timed {
  readonly kind: 'span';
}

/** The ways in which a task of a pool ends. */
export const endings = ['done', 'failed', 'cancelled', 'expired'] as const;

/** A task of a pool, from its submission until this thread knew of its end, also if several workers had it in turn. */
export interface RemoteEvent extends Timed {
  readonly kind: 'remote';
  readonly status: (typeof endings)[number];
  /** Name of the thread of its last worker; undefined if no worker had it. */
  readonly worker: string | undefined;
  /** Time in ms at which it was sent to this worker, the last one; undefined if no worker had it. */
  readonly sent: number | undefined;
  /** Number of the task in the worker; undefined if no worker had it. */
  readonly id: number | undefined;
}

/** The ways in which a message of a session ends. */
export const messageEndings = ['delivered', 'cancelled', 'expired', 'superseded', 'lost'] as const;

/** A message that this thread has sent, from the call of `send` until its end was known. `name`: that of the session. */
export interface MessageEvent extends Timed {
  readonly kind: 'message';
  readonly status: (typeof messageEndings)[number];
  /** Time in ms at which all of it had been handed to the connection; undefined if it ended before. */
  readonly sent: number | undefined;
  /** Number of the message in its session; undefined if it ended before it was sent. */
  readonly id: number | undefined;
  /** Number of the endpoint, see {@link ReceiptEvent.endpoint}. */
  readonly endpoint?: number;
}

/** A message of the peer, from the time at which all of it had arrived until the application got it. `name`: that of the session. */
export interface ReceiptEvent extends Timed {
  readonly kind: 'receipt';
  /** Number of the message in its session. */
  readonly id: number;
  /** Size in bytes. */
  readonly size: number;
  /**
   * Random number from 1 to 65,535 of the endpoint that recorded the event. The two endpoints of a session are told apart by their numbers, because their
   * threads may have the same name. Absent in events that were made without a recorder.
   */
  readonly endpoint?: number;
}

/** An event of a recording. */
export type RecordedEvent =
  | TaskEvent
  | TimerEvent
  | TurnEvent
  | WindowEvent
  | DropEvent
  | SignalEvent
  | SpanEvent
  | RemoteEvent
  | MessageEvent
  | ReceiptEvent;

/** The kinds of events, by their number in a record. */
export const eventKinds = [
  'task',
  'timer',
  'turn',
  'window',
  'drop',
  'signal',
  'span',
  'remote',
  'message',
  'receipt',
] as const;

/** The number of each kind in a record. */
export const kindOf = Object.fromEntries(eventKinds.map((kind, number) => [kind, number])) as Record<
  (typeof eventKinds)[number],
  number
>;

/** The reasons of drops, by their number in a record. */
export const dropReasons = ['cancelled', 'expired'] as const;

/** Returns the value of the record of a task of a pool. `pool`: the number of the pool's name. `worker` and `id` are -1 if no worker had the task. */
export function remoteValue(pool: number, worker: number, id: number, status: string): number {
  return (
    (((id + 1) * maxPools + pool) * maxWorkers + worker + 1) * endings.length +
    endings.indexOf(status as never)
  );
}

/** Returns the number of the pool's name in a value of {@link remoteValue}. */
export function poolOf(value: number): number {
  return Math.floor(value / endings.length / maxWorkers) % maxPools;
}

const [maxPools, maxWorkers] = [2 ** 13, 2 ** 11];

/** Greatest index of a worker for which a record has room. */
export const maxWorkerIndex: number = maxWorkers - 2;

type RemoteDetails = Pick<RemoteEvent, 'id' | 'sent' | 'status' | 'worker'>;

function remoteDetails(value: number, sent: number, nameOf: (number: number) => string): RemoteDetails {
  const worker = (Math.floor(value / endings.length) % maxWorkers) - 1;
  const [pool, id] = divided(Math.floor(value / endings.length / maxWorkers), maxPools);
  const status = endings[value % endings.length]!;
  if (worker < 0) return { status, worker: undefined, sent: undefined, id: undefined };
  return { status, worker: `${nameOf(pool)} ${worker}`, sent, id: id - 1 };
}

/** Returns a random number of an endpoint of a session. */
export function newEndpoint(): number {
  return 1 + Math.floor(Math.random() * (maxEndpoints - 1));
}

/** Greatest number of an endpoint of a session. */
export const maxEndpoint: number = 2 ** 16 - 1;

const maxEndpoints = maxEndpoint + 1;

/** Returns the value of the record of a message. `id` is -1 if it was not sent. `endpoint`: its number; 0 if it has none. */
export function messageValue(id: number, status: string, endpoint: number): number {
  return receiptValue(id + 1, endpoint) * messageEndings.length + messageEndings.indexOf(status as never);
}

/** Returns the value of the record of a receipt. `endpoint`: its number; 0 if it has none. */
export function receiptValue(id: number, endpoint: number): number {
  return id * maxEndpoints + endpoint;
}

type MessageDetails = Pick<MessageEvent, 'endpoint' | 'id' | 'sent' | 'status'>;

function messageDetails(value: number, sent: number): MessageDetails {
  const [ending, receipt] = divided(value, messageEndings.length);
  const status = messageEndings[ending]!;
  const { id, ...endpoint } = receiptDetails(receipt);
  return id === 0
    ? { status, id: undefined, sent: undefined, ...endpoint }
    : { status, id: id - 1, sent, ...endpoint };
}

function receiptDetails(value: number): Pick<ReceiptEvent, 'endpoint' | 'id'> {
  const [endpoint, id] = divided(value, maxEndpoints);
  return endpoint === 0 ? { id } : { id, endpoint };
}

/** Returns the remainder and the quotient. */
function divided(value: number, divisor: number): readonly [number, number] {
  return [value % divisor, Math.floor(value / divisor)];
}

/**
 * Returns the event of a record. `value`: the priority, lateness or signal, the number of the reason, the updates that were made, {@link remoteValue},
 * {@link messageValue} or {@link receiptValue}. `second`: the cancelled updates, the id of a task in a worker + 1, the size of a message, or the time in ms
 * after which a task or a message was sent.
 */
export function recordedEvent(
  kind: number,
  timed: Timed,
  value: number,
  second: number,
  nameOf: (number: number) => string,
): RecordedEvent {
  const { end, name, start, thread } = timed;
  const event = { kind: eventKinds[kind]!, thread, name, start, end };
  // Adds members to the object instead of copying it: a recording has up to millions of events.
  if (event.kind === 'task' && second > 0)
    return Object.assign(event, { kind: event.kind, priority: value, id: second - 1 });
  if (event.kind === 'task') return Object.assign(event, { kind: event.kind, priority: value });
  if (event.kind === 'remote')
    return Object.assign(event, { kind: event.kind, ...remoteDetails(value, start + second, nameOf) });
  if (event.kind === 'timer') return Object.assign(event, { kind: event.kind, lateness: value });
  if (event.kind === 'message')
    return Object.assign(event, { kind: event.kind, ...messageDetails(value, start + second) });
  if (event.kind === 'receipt')
    return Object.assign(event, { kind: event.kind, ...receiptDetails(value), size: second });
  if (event.kind === 'window')
    return Object.assign(event, { kind: event.kind, updated: value, cancelled: second });
  if (event.kind === 'drop') return Object.assign(event, { kind: event.kind, reason: dropReasons[value]! });
  if (event.kind === 'signal') return Object.assign(event, { kind: event.kind, value });
  return Object.assign(event, { kind: event.kind });
}
