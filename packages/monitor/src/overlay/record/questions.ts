import { lateFrames, lateTimers } from '../../query/late-events.ts';
import { messageTimes } from '../../query/message-times.ts';
import { grouped } from '../../recording/grouped.ts';
import type { RecordedEvent, TimerEvent, WindowEvent } from '../../recording/recorded-event.ts';
import type { Recording } from '../../recording/recording.ts';
import { longestFirst } from '../../recording/work-event.ts';
import { msText } from '../view/number-text.ts';
import type { Crossing } from '../signals/trigger.ts';
import type { QuestionName } from './question-names.ts';
import { periodOf } from './summary.ts';
import { triggerEvents } from './trigger-events.ts';

/** Maximum number of rows of an answer. */
const maxRows = 10;
/** Lateness in ms from which a timer is listed. */
const minLateness = 1;

/** An event that answers a question. */
export interface AnswerRow {
  readonly event: RecordedEvent;
  /** The quantity by which the events are sorted, such as `12.5 ms` or `9 cancelled`. */
  readonly value: string;
  /** Time in ms from the beginning of the event to the end of the recording. */
  readonly before: number;
}

type Answer = readonly Pick<AnswerRow, 'event' | 'value'>[];

const answers: Readonly<Record<QuestionName, (recording: Recording, crossing?: Crossing) => Answer>> = {
  trigger: (recording, crossing) =>
    crossing === undefined
      ? []
      : triggerEvents(recording, crossing)
          .slice(0, maxRows)
          .map((event) => ({ event, value: valueOf(event) })),
  longest: (recording) => recording.longest(maxRows).map((event) => ({ event, value: lengthOf(event) })),
  frames: (recording) => latenesses(lateFrames(recording).filter((event) => event.kind === 'timer')),
  late: (recording) => latenesses(lateTimers(recording, minLateness)),
  dropped: droppedWork,
  remote: ({ events }) =>
    events
      .filter((event) => event.kind === 'remote')
      .toSorted(longestFirst)
      .slice(0, maxRows)
      .map((event) => ({ event, value: lengthOf(event) })),
  messages: (recording) =>
    messageTimes(recording)
      .slice(0, maxRows)
      .map(({ message, total }) => ({ event: message, value: msText(total) })),
};

/** Returns at most ten events that answer a question, the worst first. `crossing`: that of the question `trigger`. */
export function rowsOf(
  question: QuestionName,
  recording: Recording,
  crossing?: Crossing,
): readonly AnswerRow[] {
  const { end } = periodOf(recording);
  return answers[question](recording, crossing).map(({ event, value }) => ({
    event,
    value,
    before: end - event.start,
  }));
}

function latenesses(timers: readonly TimerEvent[]): Answer {
  return timers.slice(0, maxRows).map((event) => ({ event, value: msText(event.lateness) }));
}

/** Windows with cancelled updates, and the last drop of each name of a task. If there are many of both, each kind has half of the rows. */
function droppedWork(recording: Recording): Answer {
  const windows = lateFrames(recording).filter((event) => event.kind === 'window');
  const drops = recording.events.filter((event) => event.kind === 'drop');
  const byName = Array.from(grouped(drops, ({ name, thread }) => `${thread}\0${name}`).values());
  const mostFirst = byName.toSorted((one, other) => other.length - one.length);
  const shown = windows.slice(0, Math.max(maxRows / 2, maxRows - mostFirst.length));
  return [
    ...shown.map((event) => ({ event, value: cancelledText(event) })),
    ...mostFirst
      .slice(0, maxRows - shown.length)
      .map((ofName) => ({ event: ofName.at(-1)!, value: `${countText(ofName.length)} dropped` })),
  ];
}

/** The quantity of an event beside a signal. */
function valueOf(event: RecordedEvent): string {
  if (event.kind === 'window') return cancelledText(event);
  return event.kind === 'drop' ? event.reason : lengthOf(event);
}

function cancelledText({ cancelled }: WindowEvent): string {
  return `${countText(cancelled)} cancelled`;
}

function lengthOf({ end, start }: RecordedEvent): string {
  return msText(end - start);
}

function countText(count: number): string {
  return count.toLocaleString('en');
}
