import { type Crowd, levelLoads, qualityBalance } from '@doha/adapt';
import { step, stepsPerWindow } from '../game.ts';
import { importanceGrowth } from '../versions/adaptive.ts';
import type { Regions } from './regions.ts';

/** What a thread does, piece by piece. */
export interface LoadReport {
  /** Its enemies that live, and the sum of their priorities right after an update. */
  readonly counts: Float32Array;
  readonly priorities: Float32Array;
  /** Updates so far. */
  readonly updates: number;
  /** Milliseconds of work so far, at `time`, ms on the session's clock. */
  readonly busy: number;
  readonly time: number;
  /** See `Pulse`. */
  readonly jitter: number;
}

/** Updates per second of an enemy while there is time. */
const fullRate = 1000 / (step * stepsPerWindow);
/** Pieces of which one is handed over at a time, at the most. */
const unhurried = 50;

/** By piece, who lives there by all reports. */
export function crowdsOf(reports: readonly LoadReport[]): Crowd[] {
  return Array.from(reports[0]!.counts, (_, piece) => {
    const sum = (of: 'counts' | 'priorities'): number =>
      reports.reduce((total, report) => total + report[of][piece]!, 0);
    const count = sum('counts');
    return { count, priority: count > 0 ? sum('priorities') / count : 0 };
  });
}

export interface HandOverOptions {
  readonly crowds: readonly Crowd[];
  /** Updates per second that all threads can make together. */
  readonly capacity: number;
  readonly parts: number;
}

/** Hands some pieces over, so that all threads serve their enemies down to the same importance; undefined where they nearly do. */
export function handOver(
  { columns, owners, rows }: Regions,
  { capacity, crowds, parts }: HandOverOptions,
): Regions | undefined {
  if (!(capacity > 0 && capacity < Infinity)) return undefined; // not known yet
  const loads = levelLoads(crowds, { capacity, fullRate, growth: importanceGrowth });
  const pieces = owners.map((part, piece) => {
    const { count, priority } = crowds[piece]!;
    return { part, load: loads[piece]!, mass: count * priority };
  });
  const most = Math.ceil(pieces.length / unhurried);
  const handovers = qualityBalance(pieces, { columns, parts, loadShare: 1, most });
  if (handovers.length === 0) return undefined;
  const given = [...owners];
  for (const { piece, to } of handovers) given[piece] = to;
  return { columns, rows, owners: given };
}
