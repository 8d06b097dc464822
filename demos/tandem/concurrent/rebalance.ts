import { type EntityGroup, estimateLoads, qualityBalance } from '@doha/adapt';
import { step, stepsPerWindow } from '../game/game.ts';
import { importanceGrowth } from '../game/importance.ts';
import type { Regions } from './regions.ts';

/** The load of one thread, which the thread reports regularly. */
export interface LoadReport {
  /** By piece: number of its active enemies, and the sum of their priorities right after an update. */
  readonly counts: Float32Array;
  readonly priorities: Float32Array;
  /** Total number of updates. */
  readonly updates: number;
  /** Total milliseconds of work until `time`. `time` is in ms on the session's clock. */
  readonly busy: number;
  readonly time: number;
  /** See `GameStatistics.jitter`. */
  readonly jitter: number;
}

/** Updates per second of an enemy at full rate. */
const fullRate = 1000 / (step * stepsPerWindow);

/** See `QualityBalanceOptions.hysteresis`. */
const hysteresis = 0.02;

/** Each call of `rebalance` moves at most one piece for every 50 pieces of the map. */
const piecesPerMove = 50;

/** The enemies in each piece, from the reports of all threads. */
export function crowdsOf(reports: readonly LoadReport[]): EntityGroup[] {
  return Array.from(reports[0]!.counts, (_, piece) => {
    const count = sum(reports.map(({ counts }) => counts[piece]!));
    const priority = sum(reports.map(({ priorities }) => priorities[piece]!));
    return { count, priority: count > 0 ? priority / count : 0 };
  });
}

/** Recent utilization of a thread, 0 to 1, and its updates per second. Both are NaN until they are known. */
export interface Throughput {
  readonly load: number;
  readonly rate: number;
}

/** Utilization above which a thread counts as saturated. */
const saturated = 0.85;

/**
 * Moves some pieces between threads, so that the least important enemies that are still updated are
 * equally important in all threads. Returns undefined if the imbalance is within `hysteresis`, or if
 * a throughput is unknown.
 */
export function rebalance(
  { columns, owners, rows }: Regions,
  crowds: readonly EntityGroup[],
  throughputs: readonly Throughput[],
): Regions | undefined {
  if (throughputs.some(({ load, rate }) => Number.isNaN(load + rate))) return undefined;
  const capacities = capacitiesOf(throughputs);
  const enough = 2 * fullRate * Math.max(1, sum(crowds.map(({ count }) => count)));
  const capacity = capacities === undefined ? enough : sum(capacities);
  const loads = estimateLoads(crowds, { capacity, fullRate, growth: importanceGrowth });
  const pieces = owners.map((part, piece) => {
    const { count, priority } = crowds[piece]!;
    return { part, load: loads[piece]!, mass: count * priority };
  });
  const moves = qualityBalance(pieces, {
    columns,
    parts: throughputs.length,
    ...(capacities !== undefined && { capacities }),
    loadShare: 1,
    maxMoves: Math.ceil(pieces.length / piecesPerMove),
    hysteresis,
  });
  if (moves.length === 0) return undefined;
  const moved = [...owners];
  for (const { piece, to } of moves) moved[piece] = to;
  return { columns, rows, owners: moved };
}

// The capacities of the threads in updates per second. Only the capacity of a saturated thread can
// be measured. The other threads are assumed to have the mean of the measured capacities. Returns
// undefined if no thread is saturated.
function capacitiesOf(throughputs: readonly Throughput[]): number[] | undefined {
  const known = throughputs.map(({ load, rate }) => (load > saturated && rate > 0 ? rate / load : NaN));
  const found = known.filter((capacity) => !Number.isNaN(capacity));
  if (found.length === 0) return undefined;
  const mean = sum(found) / found.length;
  return known.map((capacity) => (Number.isNaN(capacity) ? mean : capacity));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
