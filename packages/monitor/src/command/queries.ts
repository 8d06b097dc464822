import type { RecordedEvent } from '../recording/recorded-event.ts';
import type { RecordingFile } from '../file/read-recording.ts';
import type { Recording } from '../recording/recording.ts';
import { lateTimers } from '../query/late-events.ts';
import { messageTimes } from '../query/message-times.ts';
import { nameStatistics, type NameStatistics } from '../query/name-statistics.ts';
import { selectEvents } from '../query/select-events.ts';
import { threadStatistics } from '../query/thread-statistics.ts';
import { causeAnswer } from './cause-answer.ts';
import { CommandError } from './command-error.ts';
import { numberOf, type QueryCall } from './parse-arguments.ts';
import { firstPriority } from '../recording/first-priority.ts';
import type { Row } from './table.ts';

/** The answer to a query: a value for JSON, and its text. */
export interface Answer {
  readonly value: unknown;
  /** Lines or tables. */
  readonly parts: readonly (string | readonly Row[])[];
}

interface Question {
  readonly file: RecordingFile;
  /** The selected events. */
  readonly selected: Recording;
  readonly call: QueryCall;
}

type Query = (question: Question) => Answer;

const queries: Readonly<Record<string, Query>> = {
  longest: ({ call, selected }) => eventAnswer(selected.longest(countOf(call, 10))),
  'longer-than': ({ call, selected }) => eventAnswer(selected.longerThan(argumentOf(call))),
  late: ({ call, selected }) => eventAnswer(lateTimers(selected, argumentOf(call, 1))),
  messages: ({ call, file, selected }) => messageAnswer(call, file, selected),
  windows: ({ call, selected }) => eventAnswer(windowsOf(selected).slice(0, countOf(call, 10))),
  cause: ({ call, file, selected }) => causeAnswer(call, file.recording, selected),
  threads: ({ call, file, selected }) => threadAnswer(call, file, selected),
  names(question) {
    checkEmpty(question.call, 0);
    const value = nameStatistics(question.selected);
    return { value, parts: [value.map(nameRow)] };
  },
};

/** Returns the answer to the query of a call. Throws a {@link CommandError} if there is no such query, or an argument is wrong. */
export function answerOf(call: QueryCall, file: RecordingFile): Answer {
  const query = Object.hasOwn(queries, call.query) ? queries[call.query] : undefined;
  if (query === undefined) {
    const known = Object.keys(queries).join(', ');
    throw new CommandError(`there is no query ${call.query}; the queries are ${known}`);
  }
  const { thread } = call.selection;
  const threads = file.threads.map(({ name }) => name);
  if (thread !== undefined && !threads.includes(thread))
    throw new CommandError(`there is no thread ${thread}; the threads are ${threads.join(', ')}`);
  return query({ call, file, selected: selectEvents(file.recording, call.selection) });
}

function eventAnswer(events: readonly RecordedEvent[]): Answer {
  return { value: events, parts: [events.map(eventRow)] };
}

function eventRow(event: RecordedEvent): Row {
  const { end, kind, name, start, thread } = event;
  const row = { 'start, ms': start, 'took, ms': end - start, kind, thread, name };
  if (event.kind === 'timer') return { ...row, 'late, ms': event.lateness };
  if (event.kind === 'task') return { ...row, priority: priorityCell(event.priority) };
  if (event.kind === 'window') return { ...row, updated: event.updated, cancelled: event.cancelled };
  return row;
}

/** A `Frame` ranks its entities before all other tasks, with the greatest priority. */
function priorityCell(priority: number): string | number {
  return priority >= firstPriority ? 'first' : priority;
}

function nameRow({ count, kind, max, name, p50, p95, 'p99.9': p999, total }: NameStatistics): Row {
  return { kind, name, count, 'total, ms': total, p50, p95, 'p99.9': p999, max };
}

// The receipt of a selected message may be in another thread or later, so it is looked for in the whole file.
function messageAnswer(call: QueryCall, file: RecordingFile, selected: Recording): Answer {
  const chosen = new Set<RecordedEvent>(selected.events);
  const times = messageTimes(file.recording).filter(({ message }) => chosen.has(message));
  const value = times.slice(0, countOf(call, 10));
  const rows = value.map(({ message, network, receiver, sender, total }): Row => ({
    'start, ms': message.start,
    'took, ms': total,
    'sender, ms': sender,
    'network, ms': network,
    'receiver, ms': receiver,
    thread: message.thread,
    session: message.name,
    status: message.status,
  }));
  return { value, parts: [rows] };
}

function windowsOf({ events }: Recording): readonly RecordedEvent[] {
  return events
    .filter((event) => event.kind === 'window')
    .toSorted((one, other) => other.cancelled - one.cancelled);
}

function threadAnswer(call: QueryCall, file: RecordingFile, selected: Recording): Answer {
  checkEmpty(call, 0);
  const figures = new Map(threadStatistics(selected).map((row) => [row.thread, row]));
  const threads = file.threads.filter(({ name }) => name === (call.selection.thread ?? name));
  const value = threads.map(({ clockError, lost, name }) => {
    const { busy = 0, end, events = 0, start } = figures.get(name) ?? {};
    return { thread: name, events, lost, start, end, busy, clockError };
  });
  const rows = value.map(({ busy, clockError = '', end = '', events, lost, start = '', thread }): Row => ({
    thread,
    events,
    lost,
    'start, ms': start,
    'end, ms': end,
    'busy, ms': busy,
    'clock error, ms': clockError,
  }));
  return { value, parts: [rows] };
}

function countOf(call: QueryCall, absent: number): number {
  const count = argumentOf(call, absent);
  if (!Number.isInteger(count) || count < 0)
    throw new CommandError(`${call.query}: COUNT must be a whole number ≥ 0, got ${count}`);
  return count;
}

function argumentOf(call: QueryCall, absent?: number): number {
  checkEmpty(call, 1);
  const [text] = call.rest;
  const number = text === undefined ? absent : numberOf(call.query, text);
  if (number === undefined) throw new CommandError(`${call.query}: give a number of ms; see --help`);
  return number;
}

function checkEmpty({ query, rest }: QueryCall, most: number): void {
  if (rest.length > most) throw new CommandError(`${query}: there is no argument ${rest[most]!}; see --help`);
}
