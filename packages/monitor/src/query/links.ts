import { eventsByThread } from '../recording/events-by-thread.ts';
import type { RecordedEvent } from '../recording/recorded-event.ts';
import { receiptsOf, runsOf } from '../recording/counterparts.ts';
import { type RecordingData, dataOf } from '../recording/recording-data.ts';
import { isBusy } from './own-times.ts';

/** An earlier event that another event follows from. */
export interface Link {
  /**
   * - `within`: the event contains the other one, as a turn contains its tasks.
   * - `after`: the event ended before the other one in the same turn or span.
   * - `submitted by`: the event submitted the other one, such as a task for another thread.
   * - `result of`: the event gave the result that the other one waited for. A receipt is the result of its message.
   */
  readonly relation: 'within' | 'after' | 'submitted by' | 'result of';
  readonly event: RecordedEvent;
}

/** Returns the events that an event of a recording directly follows from. */
export type Follows = (event: RecordedEvent) => readonly Link[];

/** Finds links in a recording. It is called once for each recording, and may build an index of its events. */
export type LinkFinder = (recording: RecordingData) => Follows;

/**
 * Links a task, timer, turn or span to the innermost event that contains it, and to the one before it in the same container. Links a task of a pool and
 * a message to the innermost event that submitted it.
 */
export const linksInThread: LinkFinder = (recording) => {
  const { events } = dataOf('linksInThread: recording', recording);
  const links = new Map<RecordedEvent, readonly Link[]>();
  for (const ofThread of eventsByThread(events).values()) addLinks(ofThread, links);
  return (event) => links.get(event) ?? [];
};

function addLinks(events: readonly RecordedEvent[], links: Map<RecordedEvent, readonly Link[]>): void {
  const open: RecordedEvent[] = [];
  const last = new Map<RecordedEvent | undefined, RecordedEvent>(); // the last event in each container
  for (const event of events) {
    if (event.kind === 'remote' || event.kind === 'message') {
      const submitter = open.findLast((other) => isBusy(other) && other.end >= event.start);
      if (submitter !== undefined) links.set(event, [{ relation: 'submitted by', event: submitter }]);
    }
    if (!isBusy(event) && event.kind !== 'window') continue;
    while (open.length > 0 && open.at(-1)!.end <= event.start) last.delete(open.pop());
    const container = open.findLast(({ end }) => end >= event.end);
    const before = container && last.get(container);
    const found: Link[] = [];
    if (container !== undefined) found.push({ relation: 'within', event: container });
    if (before !== undefined) found.push({ relation: 'after', event: before });
    if (found.length > 0) links.set(event, found);
    if (container !== undefined && event.kind !== 'window') last.set(container, event);
    open.push(event);
  }
}

/** Links a callback in a worker to its task of a pool, which the submitting thread has recorded. */
export const linksOfPools: LinkFinder = (recording) => {
  const { events } = dataOf('linksOfPools: recording', recording);
  const tasks = new Map<RecordedEvent, readonly Link[]>();
  for (const [event, runs] of runsOf(events))
    for (const run of runs) tasks.set(run, [{ relation: 'submitted by', event }]);
  return (event) => tasks.get(event) ?? [];
};

/** Links the receipt of a message to the message, which the other endpoint of the session has recorded. */
export const linksOfMessages: LinkFinder = (recording) => {
  const { events } = dataOf('linksOfMessages: recording', recording);
  const messages = new Map<RecordedEvent, readonly Link[]>();
  for (const [event, receipt] of receiptsOf(events))
    messages.set(receipt, [{ relation: 'result of', event }]);
  return (event) => messages.get(event) ?? [];
};

/** The finders of all links that the packages record. */
export const allLinks: readonly LinkFinder[] = [linksInThread, linksOfPools, linksOfMessages];

/** A link of a chain. */
export interface ChainLink extends Link {
  /** The event that follows from `event`. */
  readonly of: RecordedEvent;
}

/** Maximum number of links of a chain, for recordings whose links are a large graph. */
const maxLinks = 32;

/**
 * Returns the links from an event to those it follows from, and from these in turn, the nearest first. Only the first event has a link `after`, since otherwise
 * each chain would contain all earlier tasks of a turn.
 */
export function chainOf(event: RecordedEvent, follows: readonly Follows[]): readonly ChainLink[] {
  const chain: ChainLink[] = [];
  const seen = new Set([event]);
  const waiting = [event];
  for (const of of waiting) {
    for (const link of follows.flatMap((linksOf) => linksOf(of))) {
      const isNew = !seen.has(link.event) && (link.relation !== 'after' || of === event);
      if (!isNew || chain.length === maxLinks) continue;
      seen.add(link.event);
      chain.push({ ...link, of });
      if (link.relation !== 'after') waiting.push(link.event);
    }
  }
  return chain;
}
