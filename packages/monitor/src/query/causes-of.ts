import { checkCallback, checkKind, checkNumber, checkObject, checkOptions, mustBe } from '@doha/loop/options';
import { isEvent } from '../recording/check-events.ts';
import type { RecordedEvent } from '../recording/recorded-event.ts';
import { type RecordingData, dataOf } from '../recording/recording-data.ts';
import { expectedStart, releaseOf } from './late-events.ts';
import { allLinks, chainOf, type ChainLink, type LinkFinder } from './links.ts';
import { type BusyEvent, ownTimes } from './own-times.ts';

/** Options of {@link causesOf}. An option that is `undefined` counts as absent. */
export interface CausesOptions {
  /**
   * Time in ms at which the event was due. Default: the release time of a timer, and the beginning of a window, a task of a pool or a message. For other events it is
   * estimated from the intervals between the earlier events of the same name.
   */
  due?: number | undefined;
  /** The thread whose events are considered. Default: that of the event. */
  thread?: string | undefined;
  /** Finders of links between events. Default: `[linksInThread, linksOfPools, linksOfMessages]`. */
  links?: readonly LinkFinder[] | undefined;
}

/** An event that explains a part of a delay. */
export interface Cause {
  readonly event: BusyEvent;
  /** Time in ms that the event took of the delay, without the events within it. */
  readonly share: number;
  /** The events that it follows from, the nearest first. */
  readonly chain: readonly ChainLink[];
}

/** The division of a delay among its causes. Times are in ms. The shares of the causes, `unrecorded` and `unexplained` add up to the delay. */
export interface Causes {
  /** The late event. */
  readonly event: RecordedEvent;
  readonly thread: string;
  /** Beginning of the delay: the time at which the event was due. */
  readonly due: number;
  /** End of the delay: the beginning of the event. For a window, a task of a pool or a message: its end. */
  readonly until: number;
  /** Whether `due` was estimated from earlier events. */
  readonly isEstimated: boolean;
  /** The events that took the time, the greatest share first. */
  readonly causes: readonly Cause[];
  /** Time before the first event of the thread, if earlier events were lost. */
  readonly unrecorded: number;
  /** Time in which the thread ran nothing that is recorded: the browser, garbage collection, other scripts, or idle time. */
  readonly unexplained: number;
}

/**
 * Explains why an event was late: divides the time since it was due among the events that its thread ran, and follows their links to earlier events. For a
 * window, which may end before all updates are made, and for a task of a pool or a message, the time is that of the event itself. `event`: an event of `recording`. Throws a TypeError or RangeError if an
 * argument is invalid.
 */
export function causesOf(
  recording: RecordingData,
  event: RecordedEvent,
  options: CausesOptions = {},
): Causes {
  const checked = dataOf('causesOf: recording', recording);
  checkObject('causesOf: event', event);
  if (!checked.events.includes(event)) throw new TypeError(foreignText(event));
  const { due: given, links, thread } = completeOptions(options, event);
  const isPeriod = periodKinds.has(event.kind);
  const until = isPeriod ? event.end : event.start;
  const own = event.kind === 'timer' || isPeriod ? releaseOf(event) : undefined;
  const due = Math.min(until, given ?? own ?? expectedStart(checked, event) ?? until);
  const events = checked.events.filter((other) => other.thread === thread);
  const first = checked.lost > 0 ? (events[0]?.start ?? until) : due;
  const from = Math.min(Math.max(due, first), until);
  const { events: times, rest } = ownTimes(events, from, until);
  const follows = links.map((find) => find(checked));
  for (const one of follows) checkCallback('causesOf: the result of a finder of links', one);
  const causes = Array.from(times, ([cause, share]) => ({ event: cause, share }))
    .toSorted((one, other) => other.share - one.share)
    .map(({ event: cause, share }): Cause => ({ event: cause, share, chain: chainOf(cause, follows) }));
  const isEstimated = given === undefined && own === undefined;
  return { event, thread, due, until, isEstimated, causes, unrecorded: from - due, unexplained: rest };
}

/** The message for an event that is not one of those of the recording, such as an event of another recording of the same recorder. */
function foreignText(event: RecordedEvent): string {
  if (!isEvent(event)) return mustBe('causesOf: event', 'an event of the recording', event);
  const { kind, name, start } = event;
  const what = `the ${kind} '${name}' at ${start} ms, which is not in this recording`;
  return `causesOf: event must be an event of the recording, got ${what}. Each call of recording() creates events of its own`;
}

/** Kinds of events whose delay is the time from their beginning to their end. */
const periodKinds: ReadonlySet<string> = /* @__PURE__ */ new Set(['window', 'remote', 'message', 'receipt']);

function completeOptions(
  options: CausesOptions,
  event: RecordedEvent,
): { readonly due: number | undefined; readonly links: readonly LinkFinder[]; readonly thread: string } {
  checkOptions('causesOf', options, ['due', 'links', 'thread'] satisfies readonly (keyof CausesOptions)[]);
  const { due, links = allLinks, thread = event.thread } = options;
  if (due !== undefined) checkNumber('causesOf: due', due);
  checkKind('causesOf: thread', typeof thread === 'string', 'a string', thread);
  checkKind('causesOf: links', Array.isArray(links), 'an array', links);
  for (const find of links) checkCallback('causesOf: a finder of links', find);
  return { due, links, thread };
}
