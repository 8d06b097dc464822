import type { FigureResults } from '../figure-results.ts';
import { benchAllocations } from './bench-allocations.ts';
import { benchBytes } from './bench-bytes.ts';
import { benchIdle } from './bench-idle.ts';
import { benchOneWay } from './bench-one-way.ts';

/** The size of a benchmark run. */
export interface LoopbackScale {
  readonly rounds: number;
  readonly warmUp: number;
  /** Small messages per round. */
  readonly messages: number;
  /** Large messages per round. */
  readonly bulk: number;
  /** Game steps per round. */
  readonly steps: number;
  /** Number of idle connections. */
  readonly idle: number;
  /** Size in MiB of the young generation of processes whose allocations are counted. Reserving a large one takes time. */
  readonly youngGeneration: number;
}

/** A figure of the loopback benchmark. `make` measures it. */
export interface LoopbackFigure {
  readonly title: string;
  readonly make: (page: unknown, scale: LoopbackScale) => Promise<FigureResults>;
}

/** Enough rounds and messages for stable medians. */
export const fullLoopbackScale: LoopbackScale = {
  rounds: 9,
  warmUp: 2,
  messages: 100_000,
  bulk: 4000,
  steps: 180,
  idle: 1000,
  youngGeneration: 512,
};

/** A short run that only checks that all messages arrive in order. */
export const smokeLoopbackScale: LoopbackScale = {
  rounds: 1,
  warmUp: 0,
  messages: 500,
  bulk: 20,
  steps: 3,
  idle: 5,
  youngGeneration: 16,
};

export const loopbackFigures: readonly LoopbackFigure[] = [
  {
    title: 'messages of 64 bytes one way, at maximum speed',
    make: (_, { messages, rounds, warmUp }) =>
      benchOneWay({
        name: 'bench-paceline-small',
        size: 64,
        count: messages,
        batchSizes: [1, 100],
        rounds,
        warmUp,
        least: 200_000,
        unit: { name: 'messages', perMessage: 1, cpu: 'µs', micros: 1 },
      }),
  },
  {
    title: 'messages of 64 kB one way, at maximum speed',
    make: (_, { bulk, rounds, warmUp }) =>
      benchOneWay({
        name: 'bench-paceline-bulk',
        size: 2 ** 16,
        count: bulk,
        batchSizes: [1],
        rounds,
        warmUp,
        unit: { name: 'MB', perMessage: 2 ** 16 / 1e6, cpu: 'ms/MB', micros: 1000 },
      }),
  },
  { title: 'bytes on the wire for the messages of a game', make: benchBytes },
  { title: 'memory of idle connections', make: benchIdle },
  { title: 'bytes allocated for small messages', make: benchAllocations },
];
