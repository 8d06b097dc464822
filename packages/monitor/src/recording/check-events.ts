import { mustBe } from '@doha/loop/options';
import { dropReasons, endings, eventKinds, messageEndings, type RecordedEvent } from './recorded-event.ts';

/**
 * Greatest absolute value of the times of events, in ms: 139 years. The difference of two times in ns is then below 2⁶³, as traces need it, and a clock may
 * count from the beginning of 1970.
 */
export const maxTime: number = 2 ** 42;

interface Requirement {
  /** The kind of value, for errors. */
  readonly kind: string;
  readonly type: 'number' | 'string';
  readonly isMet: (value: unknown) => boolean;
}

const text: Requirement = { kind: 'a string', type: 'string', isMet: (value) => typeof value === 'string' };
const anyNumber: Requirement = { kind: 'a finite number', type: 'number', isMet: Number.isFinite };
const time: Requirement = numberFrom(-maxTime, maxTime);
const duration: Requirement = numberFrom(0, 2 * maxTime);
const whole: Requirement = {
  kind: 'a whole number from 0 to 2⁵³ - 1',
  type: 'number',
  isMet: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
};

/** The members of all events. */
const commonMembers = membersOf({ thread: text, name: text, start: time, end: time });

/** The members that only events of a kind have. */
const ownMembers: Readonly<Record<RecordedEvent['kind'], readonly Member[]>> = {
  task: membersOf({ priority: anyNumber, id: optional(whole) }),
  timer: membersOf({ lateness: duration }),
  turn: [],
  window: membersOf({ updated: whole, cancelled: whole }),
  drop: membersOf({ reason: oneOf(dropReasons) }),
  signal: membersOf({ value: anyNumber }),
  span: [],
  remote: membersOf({
    status: oneOf(endings),
    worker: optional(text),
    sent: optional(time),
    id: optional(whole),
  }),
  message: membersOf({ status: oneOf(messageEndings), sent: optional(time), id: optional(whole) }),
  receipt: membersOf({ id: whole, size: whole }),
};

const kind: Requirement = oneOf(eventKinds);

interface Fault {
  readonly member: string;
  readonly requirement: Requirement;
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

function faultOf(event: RecordedEvent): Fault | undefined {
  const given = (event ?? {}) as unknown as Readonly<Record<string, unknown>>;
  if (!kind.isMet(given['kind'])) return { member: 'kind', requirement: kind, value: given['kind'] };
  const fault = faultIn(commonMembers, given) ?? faultIn(ownMembers[event.kind], given);
  if (fault !== undefined || event.end >= event.start) return fault;
  return { member: 'end', requirement: numberFrom(event.start, maxTime), value: event.end };
}

function faultIn(members: readonly Member[], event: Readonly<Record<string, unknown>>): Fault | undefined {
  for (const [member, requirement] of members) {
    const value = event[member];
    if (!requirement.isMet(value)) return { member, requirement, value };
  }
  return undefined;
}

function errorOf(what: string, { requirement, value }: Fault): Error {
  const message = mustBe(what, requirement.kind, value);
  return typeof value === requirement.type ? new RangeError(message) : new TypeError(message);
}

type Member = readonly [name: string, requirement: Requirement];

function membersOf(requirements: Readonly<Record<string, Requirement>>): readonly Member[] {
  return Object.entries(requirements);
}

function numberFrom(min: number, max: number): Requirement {
  const isMet = (value: unknown): boolean => typeof value === 'number' && value >= min && value <= max;
  return { kind: `a number from ${min} to ${max}`, type: 'number', isMet };
}

function oneOf(values: readonly string[]): Requirement {
  const isMet = (value: unknown): boolean => values.includes(value as string);
  return { kind: `one of ${values.join(', ')}`, type: 'string', isMet };
}

function optional({ isMet, kind: required, type }: Requirement): Requirement {
  return { kind: `${required} or undefined`, type, isMet: (value) => value === undefined || isMet(value) };
}
