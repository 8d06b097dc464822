import { type Cause, type Causes, causesOf } from '../../query/causes-of.ts';
import { type ChainNode, chainTrees } from '../../query/chain-tree.ts';
import { eventTitle } from '../../query/event-title.ts';
import { allLinks, chainOf, type ChainLink } from '../../query/links.ts';
import { messageTimes } from '../../query/message-times.ts';
import { type BusyEvent, isBusy, ownTimes } from '../../query/own-times.ts';
import type { DropEvent, MessageEvent, RecordedEvent, RemoteEvent } from '../../recording/recorded-event.ts';
import type { RecordingData } from '../../recording/recording-data.ts';
import { msText } from '../view/number-text.ts';
import { periodOf } from './summary.ts';

/** Maximum number of single parts of a time. The others are added up. */
const maxParts = 6;
/** Maximum number of links of each cause. */
const maxLinks = 3;
/** Time in ms before a drop that is explained. */
const beforeDrop = 50;
/** The shortest delay in ms that is explained: shorter ones are the precision of timers. */
const minDelay = 1;

/** A line of an explanation. */
export interface ExplanationLine {
  readonly text: string;
  /** 0: a statement about the event. 1: a part of its time, or an event from which it follows. From 2 on: an event from which the line above of the level before follows. */
  readonly level: number;
}

/** Returns lines that explain the time of an event of a recording, and the chain of events from which it follows. */
export function explanationOf(recording: RecordingData, event: RecordedEvent): readonly ExplanationLine[] {
  if (event.kind === 'message') return [...messageLines(recording, event), ...chainLines(recording, event)];
  if (event.kind === 'remote') return [...remoteLines(recording, event), ...chainLines(recording, event)];
  if (event.kind === 'drop') return dropLines(recording, event);
  if (event.kind === 'window') {
    const { cancelled, updated } = event;
    const text = `The window took ${lengthOf(event)}: ${updated} updated, ${cancelled} cancelled. In this time ${event.thread} ran:`;
    return [heading(text), ...causeLines(causesOf(recording, event))];
  }
  const causes = causesOf(recording, event);
  const own = isBusy(event) ? ownTimeLines(recording, event) : [];
  const chain = chainLines(recording, event);
  const isMostlyLate = causes.until - causes.due > event.end - event.start;
  return isMostlyLate ? [...delayLines(causes), ...own, ...chain] : [...own, ...chain, ...delayLines(causes)];
}

function ownTimeLines({ events }: RecordingData, event: BusyEvent): readonly ExplanationLine[] {
  const { end, kind, start, thread } = event;
  const { events: times } = ownTimes(
    events.filter((other) => other.thread === thread),
    start,
    end,
  );
  const parts = Array.from(times, ([part, share]) => ({
    text: part === event ? 'its own code' : eventTitle(part),
    share,
  }));
  const isWhole = parts.length === 0 || (parts.length === 1 && times.has(event));
  const text = `The ${kind} took ${lengthOf(event)}${isWhole ? ', all of it in its own code.' : ':'}`;
  return [heading(text), ...(isWhole ? [] : parts.toSorted(byShare).slice(0, maxParts).map(partLine))];
}

function chainLines(recording: RecordingData, event: RecordedEvent): readonly ExplanationLine[] {
  const chain = chainOf(
    event,
    allLinks.map((find) => find(recording)),
  );
  if (chain.length === 0) return [];
  return [heading('Chain of events:'), ...chainLevels(chain.slice(0, maxParts), 1)];
}

function delayLines(causes: Causes): readonly ExplanationLine[] {
  const { due, event, isEstimated, thread, until } = causes;
  if (until - due < minDelay) return [];
  const than = isEstimated ? ' than in its usual interval' : '';
  const began = `The ${event.kind} began ${msText(until - due)} ${isEstimated ? 'later' : 'late'}${than}.`;
  return [heading(`${began} In this time ${thread} ran:`), ...causeLines(causes)];
}

function dropLines(recording: RecordingData, event: DropEvent): readonly ExplanationLine[] {
  const from = Math.max(periodOf(recording).start, event.start - beforeDrop);
  const causes = causesOf(recording, event, { due: from });
  const text = event.reason === 'expired' ? 'The task expired.' : 'The task was cancelled.';
  return [
    heading(`${text} In the ${msText(causes.until - causes.due)} before, ${event.thread} ran:`),
    ...causeLines(causes),
  ];
}

function remoteLines(recording: RecordingData, event: RemoteEvent): readonly ExplanationLine[] {
  const { end, sent, start, status, worker } = event;
  const whole = `The task took ${lengthOf(event)} until ${event.thread} knew of its end: ${status}.`;
  if (worker === undefined || sent === undefined)
    return [heading(`${whole} No worker had the task.`), ...causeLines(causesOf(recording, event))];
  const parts = [
    heading(whole),
    partLine({ text: 'until the task was sent to a worker', share: sent - start }),
    partLine({ text: `from then until ${event.thread} knew of the end`, share: end - sent }),
  ];
  if (!recording.events.some(({ thread }) => thread === worker))
    return [...parts, heading(`The recording contains no events of ${worker}.`)];
  const causes = causesOf(recording, event, { thread: worker });
  return [...parts, heading(`In the whole time ${worker} ran:`), ...causeLines(causes)];
}

function messageLines(recording: RecordingData, event: MessageEvent): readonly ExplanationLine[] {
  const times = messageTimes(recording).find(({ message }) => message === event)!;
  const { network, receiver, receipt, sender, total } = times;
  const until = receipt === undefined ? 'the sender knew of its end' : `${receipt.thread} got it`;
  return [
    heading(`The message took ${msText(total)} until ${until}: ${event.status}.`),
    partLine({ text: 'in the sender', share: sender }),
    partLine({ text: 'in the network', share: network }),
    ...(receipt === undefined
      ? []
      : [partLine({ text: `in the receiver, ${receipt.thread}`, share: receiver })]),
  ];
}

function causeLines({ causes, event, unexplained, unrecorded }: Causes): readonly ExplanationLine[] {
  const others = causes.slice(maxParts);
  const share = others.reduce((sum, cause) => sum + cause.share, 0);
  const rest = [
    { text: `${others.length.toLocaleString('en')} further events`, share },
    {
      text: 'time of the browser, or idle',
      share: unexplained,
    },
    { text: 'events that were lost', share: unrecorded },
  ];
  return [
    ...causes.slice(0, maxParts).flatMap((cause) => linesOfCause(cause, event)),
    ...rest.filter((part) => part.share > 0).map(partLine),
  ];
}

function linesOfCause({ chain, event, share }: Cause, explained: RecordedEvent): readonly ExplanationLine[] {
  const others = chain.filter(({ event: other, relation }) => other !== explained || relation !== 'within');
  return [partLine({ text: eventTitle(event), share }), ...chainLevels(others.slice(0, maxLinks), 2)];
}

interface Part {
  readonly text: string;
  /** Time in ms. */
  readonly share: number;
}

function byShare(one: Part, other: Part): number {
  return other.share - one.share;
}

function heading(text: string): ExplanationLine {
  return { level: 0, text };
}

function partLine({ share, text }: Part): ExplanationLine {
  return { level: 1, text: `${msText(share)} ${text}` };
}

/** The lines of a chain: each link is below that from which it was found, one level deeper. */
function chainLevels(chain: readonly ChainLink[], level: number): readonly ExplanationLine[] {
  const linesOf = ({ link, next }: ChainNode, at: number): readonly ExplanationLine[] => [
    linkLine(link, at),
    ...next.flatMap((node) => linesOf(node, at + 1)),
  ];
  return chainTrees(chain).flatMap((node) => linesOf(node, level));
}

function linkLine({ event, of, relation }: ChainLink, level: number): ExplanationLine {
  const where = event.thread === of.thread ? '' : ` on ${event.thread}`;
  return { level, text: `${relation} ${eventTitle(event)}${where}, ${lengthOf(event)}` };
}

function lengthOf({ end, start }: RecordedEvent): string {
  return msText(end - start);
}
