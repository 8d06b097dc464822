import { type Cause, type Causes, causesOf } from '../query/causes-of.ts';
import { type ChainNode, chainTrees } from '../query/chain-tree.ts';
import { eventTitle } from '../query/event-title.ts';
import { hasSteps, lateFrameAt, lateFrames, type LateFrame } from '../query/late-events.ts';
import type { Recording } from '../recording/recording.ts';
import { CommandError } from './command-error.ts';
import { numberOf, type QueryCall } from './parse-arguments.ts';
import type { Answer } from './queries.ts';
import type { Row } from './table.ts';

/** Maximum number of single causes in a table. The others are added up by their names. JSON contains all. */
const maxRows = 20;

/** A sentence about recordings of programs that do not use `everyFrame`. */
const withoutSteps = 'The recording has no steps of everyFrame (makeStep), so all timers count as frames.';

interface CauseGroup {
  readonly kind: string;
  readonly name: string;
  share: number;
  count: number;
}

/** Returns why a frame was late. `selected`: the events among which the frame is searched. Throws a {@link CommandError} if there is no late frame. */
export function causeAnswer(call: QueryCall, recording: Recording, selected: Recording): Answer {
  const late = lateFrameOf(call, selected);
  const others = new Set(recording.events.map(({ thread }) => thread));
  others.delete(late.thread);
  const threads = [late.thread, ...(call.allThreads ? others : [])];
  const value = threads.map((thread) => causesOf(recording, late, { thread }));
  return {
    value,
    parts: [
      sentenceOf(late, value[0]!),
      ...value.flatMap((causes) => partsOf(causes, late.thread)),
      ...(late.kind === 'timer' && !hasSteps(selected) ? [withoutSteps] : []),
    ],
  };
}

function lateFrameOf({ query, rest }: QueryCall, selected: Recording): LateFrame {
  const [first, second, ...more] = rest;
  if (first === undefined || more.length > 0 || (second !== undefined && first !== 'frame'))
    throw new CommandError(`${query}: give a time in ms, or "frame" and optionally a rank; see --help`);
  const found =
    first === 'frame' ? rankedFrame(selected, second) : lateFrameAt(selected, numberOf(query, first));
  if (found !== undefined) return found;
  const [latest] = lateFrames(selected);
  if (latest === undefined) throw new CommandError(`${query}: the recording has no late frame`);
  throw new CommandError(
    `${query}: no frame was late at ${first} ms; the latest one is at ${latest.start} ms`,
  );
}

function rankedFrame(selected: Recording, text: string | undefined): LateFrame | undefined {
  const rank = text === undefined ? 1 : numberOf('cause frame', text);
  const frames = lateFrames(selected);
  if (!Number.isInteger(rank) || rank < 1 || (rank > frames.length && frames.length > 0))
    throw new CommandError(`cause frame: RANK must be from 1 to ${frames.length}, got ${rank}`);
  return frames[rank - 1];
}

function sentenceOf(late: LateFrame, { due, until }: Causes): string {
  const what = `${eventTitle(late)} on ${late.thread}`;
  const delay = (until - due).toFixed(3);
  return late.kind === 'timer'
    ? `The ${what} was due at ${due.toFixed(3)} ms, and began ${delay} ms late.`
    : `The ${what} began at ${due.toFixed(3)} ms and ended after ${delay} ms: ${late.updated} updated, ${late.cancelled} cancelled.`;
}

function partsOf(causes: Causes, ownThread: string): Answer['parts'] {
  const { causes: found, due, thread, unexplained, unrecorded, until } = causes;
  const percent = (share: number): string => (until > due ? ((100 * share) / (until - due)).toFixed(1) : '');
  const row = (share: number, name: string, more: Row = {}): Row => {
    return { 'share, ms': share, '%': percent(share), kind: '', name, ...more };
  };
  const rows = found.slice(0, maxRows).map(({ chain, event, share }) => {
    const { end, kind, name, start } = event;
    return row(share, name, {
      kind,
      'start, ms': start,
      'end, ms': end,
      'follows from': chainText(chainTrees(chain)),
    });
  });
  for (const { count, kind, name, share } of groupsOf(found.slice(maxRows)))
    rows.push(row(share, `${name} (${count} further)`, { kind }));
  const ofOthers = thread === ownThread ? 'time of the browser, or idle' : 'idle, or time of the browser';
  if (unexplained > 0 || rows.length === 0) rows.push(row(unexplained, ofOthers));
  if (unrecorded > 0) rows.push(row(unrecorded, 'lost records'));
  return thread === ownThread ? [rows] : [`On ${thread}:`, rows];
}

/** The sums of causes by kind and name, the greatest first. */
function groupsOf(causes: readonly Cause[]): readonly CauseGroup[] {
  const groups = new Map<string, CauseGroup>();
  for (const { event, share } of causes) {
    const { kind, name } = event;
    const group = groups.get(`${kind} ${name}`) ?? { kind, name, share: 0, count: 0 };
    groups.set(`${kind} ${name}`, group);
    group.share += share;
    group.count++;
  }
  return [...groups.values()].toSorted((one, other) => other.share - one.share);
}

/** The links of a cause. An arrow points to what the event before it follows from. */
function chainText(nodes: readonly ChainNode[]): string {
  return nodes
    .map(({ link, next }) => {
      const text = `${link.relation} ${eventTitle(link.event)}`;
      if (next.length === 0) return text;
      return `${text} → ${next.length > 1 ? `(${chainText(next)})` : chainText(next)}`;
    })
    .join('; ');
}
