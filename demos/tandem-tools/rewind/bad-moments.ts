import type { Recording, RecordedEvent } from '@doha/monitor';
import { type Causes, causesOf, lateFrames } from '@doha/monitor/query';
import { msText } from './time-text.ts';

/** A moment at which a step of the game was late. */
export interface BadMoment {
  /** The late step. */
  readonly event: RecordedEvent;
  /** Time in ms at which it was due. */
  readonly due: number;
  /** Delay in ms. */
  readonly delay: number;
  /** The parts of the delay, the greatest first, such as `unpack textures 80 ms`. */
  readonly causes: readonly string[];
}

/** Minimum delay in ms: half of the time between two frames of a usual display. */
export const minDelay = 8;
/** Minimum share of a cause in ms, which is shown as 0.1 ms. */
const minShare = 0.05;
/** Maximum number of causes of a moment. */
const maxCauses = 3;
/** Minimum time in ms between two moments. A long callback delays several steps. */
const distance = 200;

/** Returns the moments with the greatest delays of steps, the greatest first. `count`: their maximum number. */
export function badMoments(recording: Recording, count: number): readonly BadMoment[] {
  const moments: BadMoment[] = [];
  for (const event of lateFrames(recording)) {
    if (event.kind !== 'timer' || event.lateness < minDelay || moments.length === count) break;
    if (moments.some(({ due }) => Math.abs(due - (event.start - event.lateness)) < distance)) continue;
    moments.push(momentOf(event, causesOf(recording, event)));
  }
  return moments;
}

function momentOf(event: RecordedEvent, { causes, due, unexplained, until }: Causes): BadMoment {
  const parts = causes.map((cause) => [cause.event.name, cause.share] as const);
  const all = [...parts, ['the browser or idle time', unexplained] as const];
  const longest = all.filter(([, share]) => share >= minShare).toSorted(([, one], [, other]) => other - one);
  const texts = longest.slice(0, maxCauses).map(([name, share]) => `${name} ${msText(share)}`);
  return { event, due, delay: until - due, causes: texts };
}
