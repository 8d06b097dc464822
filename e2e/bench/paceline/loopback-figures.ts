import type { Benched } from '../benched.ts';
import { benchAllocations } from './bench-allocations.ts';
import { benchBytes } from './bench-bytes.ts';
import { benchIdle } from './bench-idle.ts';
import { benchOneWay } from './bench-one-way.ts';

/** How much of it. */
export interface LoopbackScale {
  readonly rounds: number;
  readonly warmUp: number;
  /** Messages of a round that go as fast as they can. */
  readonly messages: number;
  /** Large ones of a round. */
  readonly bulk: number;
  /** Steps of a round of a game. */
  readonly steps: number;
  /** Connections that are idle. */
  readonly idle: number;
}

/** A figure of the bench on loopback: its title, a sentence, and how it is made. */
export interface LoopbackFigure {
  readonly title: string;
  readonly make: (page: unknown, scale: LoopbackScale) => Promise<Benched>;
}

/** Long enough for medians that stay. */
export const fullLoopbackScale: LoopbackScale = {
  rounds: 9,
  warmUp: 2,
  messages: 100_000,
  bulk: 4000,
  steps: 180,
  idle: 1000,
};

/** Long enough to see whether all comes, in its order. */
export const smokeLoopbackScale: LoopbackScale = {
  rounds: 1,
  warmUp: 0,
  messages: 500,
  bulk: 20,
  steps: 3,
  idle: 5,
};

export const loopbackFigures: readonly LoopbackFigure[] = [
  {
    title: 'messages of 64 bytes one way, as fast as they go',
    make: (_, { messages, rounds, warmUp }) =>
      benchOneWay({
        name: 'bench-paceline-small',
        size: 64,
        count: messages,
        crowds: [1, 100],
        rounds,
        warmUp,
        least: 200_000,
        unit: { name: 'messages', perMessage: 1, cpu: 'µs', micros: 1 },
      }),
  },
  {
    title: 'messages of 64 kB one way, as fast as they go',
    make: (_, { bulk, rounds, warmUp }) =>
      benchOneWay({
        name: 'bench-paceline-bulk',
        size: 2 ** 16,
        count: bulk,
        crowds: [1],
        rounds,
        warmUp,
        unit: { name: 'MB', perMessage: 2 ** 16 / 1e6, cpu: 'ms/MB', micros: 1000 },
      }),
  },
  { title: 'bytes on the wire of messages as they come in a game', make: benchBytes },
  { title: 'memory of connections that are idle', make: benchIdle },
  { title: 'bytes that are allocated for small messages', make: benchAllocations },
];
