import { type EntityGroup, estimateLoads, qualityBalance } from '@doha/adapt';
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
/** See `qualityBalance`. */
const hysteresis = 0.02;
/** Pieces of which one is handed over at a time, at the most. */
const unhurried = 50;

/** By piece, who lives there by all reports. */
export function crowdsOf(reports: readonly LoadReport[]): EntityGroup[] {
  return Array.from(reports[0]!.counts, (_, piece) => {
    const count = sum(reports.map(({ counts }) => counts[piece]!));
    const priority = sum(reports.map(({ priorities }) => priorities[piece]!));
    return { count, priority: count > 0 ? priority / count : 0 };
  });
}

/** How busy a thread was of late, 0 to 1, and the updates per second that it made. */
export interface Pace {
  readonly load: number;
  readonly rate: number;
}

/** So busy a thread has no time to spare. */
const full = 0.85;

/**
 * Hands some pieces over, so that all threads serve their enemies down to the same importance; undefined where they nearly do. `paces`: by
 * thread, NaN where that is not known yet.
 */
export function handOver(
  { columns, owners, rows }: Regions,
  crowds: readonly EntityGroup[],
  paces: readonly Pace[],
): Regions | undefined {
  if (paces.some(({ load, rate }) => Number.isNaN(load + rate))) return undefined;
  const capacities = capacitiesOf(paces);
  const enough = 2 * fullRate * Math.max(1, sum(crowds.map(({ count }) => count)));
  const capacity = capacities === undefined ? enough : sum(capacities);
  const loads = estimateLoads(crowds, { capacity, fullRate, growth: importanceGrowth });
  const pieces = owners.map((part, piece) => {
    const { count, priority } = crowds[piece]!;
    return { part, load: loads[piece]!, mass: count * priority };
  });
  const handovers = qualityBalance(pieces, {
    columns,
    parts: paces.length,
    ...(capacities !== undefined && { capacities }),
    loadShare: 1,
    maxMoves: Math.ceil(pieces.length / unhurried),
    hysteresis,
  });
  if (handovers.length === 0) return undefined;
  const given = [...owners];
  for (const { piece, to } of handovers) given[piece] = to;
  return { columns, rows, owners: given };
}

// What a thread can do shows only where it has no time to spare; the others are taken to be like the mean of those. Undefined: all have time.
function capacitiesOf(paces: readonly Pace[]): number[] | undefined {
  const known = paces.map(({ load, rate }) => (load > full && rate > 0 ? rate / load : NaN));
  const found = known.filter((capacity) => !Number.isNaN(capacity));
  if (found.length === 0) return undefined;
  const mean = sum(found) / found.length;
  return known.map((capacity) => (Number.isNaN(capacity) ? mean : capacity));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
