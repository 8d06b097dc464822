import { expose } from '@doha/multiproc/worker';
import { join } from '@doha/multiproc/shared';
import { type Beat, SequenceCheck } from './soak/sequence-check.ts';
import { tokenHost, type Tokens } from './soak/token-host.ts';
import { tickSchema } from './thing-schema.ts';

/** Start and end of the task `visit`, in ms on the clock of the session. */
export interface Visit {
  readonly began: number;
  readonly ended: number;
}

/** The state of a worker at the end of a soak. */
export interface Health {
  /** The id under which the worker publishes. */
  readonly name: number;
  /** Sequence number of the last value that the worker has published. */
  readonly sent: number;
  /** Sequence number of the last value that it has received from the main thread. */
  readonly heard: number | undefined;
  readonly problems: readonly string[];
}

/** Milliseconds between two published values. */
const beatEvery = 4;
const maxRows = 300;
const mainThread = 0; // the `from` of the main thread's values; ids of workers are never 0

let beating: ReturnType<typeof setInterval> | undefined;
let name = NaN;
let sent = 0;
const problems: string[] = [];
const tokens: Tokens = new Map();
const beats = new SequenceCheck((problem) => problems.push(problem));

// The functions of workers in the soak.
export const soaker = join(
  expose({
    /** Publishes values and commits rows regularly until `stop`. */
    begin(): void {
      if (beating !== undefined) return;
      name = soaker.nextId();
      const herd = soaker.table('herd', tickSchema);
      for (const topic of ['beats', 'pulse']) soaker.subscribe(topic, (value) => beats.take(value as Beat));
      const beat = (): void => {
        soaker.publish('beats', { from: name, number: ++sent } satisfies Beat, { retention: 'all' });
        if (herd.count === maxRows) for (let row = 0; row < maxRows; row++) herd.remove(herd.ids[0]!);
        else herd.add(soaker.nextId());
        herd.columns.tick.fill(sent, 0, herd.count);
        herd.columns.twice.fill(2 * sent, 0, herd.count);
        herd.columns.position.fill(sent % 1000, 0, 3 * herd.count);
        herd.commit();
      };
      beat(); // so that a worker that is stopped at once has published a value
      beating = setInterval(beat, beatEvery);
    },

    stop(): void {
      clearInterval(beating);
    },

    health: (): Health => ({ name, sent, heard: beats.last(mainThread), problems }),

    /**
     * Takes `milliseconds`: awaits a timer if `waits`, so that other tasks can run, and otherwise runs
     * a busy loop.
     */
    async visit(milliseconds: number, waits: boolean): Promise<Visit> {
      const began = soaker.now;
      if (waits) await new Promise((resolve) => setTimeout(resolve, milliseconds));
      else for (const end = began + milliseconds; soaker.now < end;);
      return { began, ended: soaker.now };
    },

    /** A task in several parts, between which other tasks can run. */
    *climb(steps: number): Generator<undefined, number> {
      for (let step = 0; step < steps; step++) yield;
      return steps;
    },

    /** The tokens of this thread: their ids, and the last number that each has received. */
    tokens: (): [number, number][] => [...tokens],

    ids: (count: number): number[] => Array.from({ length: count }, () => soaker.nextId()),
  }),
);

export type Soaker = typeof soaker.functions;

soaker.entities(
  'tokens',
  tokenHost(tokens, (problem) => problems.push(problem)),
);
