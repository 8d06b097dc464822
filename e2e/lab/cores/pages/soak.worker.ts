import { expose } from '@doha/multiproc/worker';
import { join } from '@doha/multiproc/shared';
import { type Beat, SequenceCheck } from './soak/sequence-check.ts';
import { tokenHost, type Tokens } from './soak/token-host.ts';
import { tickSchema } from './thing-schema.ts';

/** The report of a visit, in ms of the session's clock. */
export interface Visit {
  readonly began: number;
  readonly ended: number;
}

/** How a worker is at the end. */
export interface Health {
  readonly name: number;
  /** The place of the last value that it has published, and of the last that it has heard of the main thread. */
  readonly sent: number;
  readonly heard: number | undefined;
  readonly problems: readonly string[];
}

const beatEvery = 4;
const mostRows = 300;
const mainThread = 0; // no thread has this id

let beating: ReturnType<typeof setInterval> | undefined;
let name = NaN;
let sent = 0;
const problems: string[] = [];
const tokens: Tokens = new Map();
const beats = new SequenceCheck((problem) => problems.push(problem));

// The functions of workers in the soak.
export const soaker = join(
  expose({
    /** Publishes and writes from now on, until `stop`. */
    begin(): void {
      if (beating !== undefined) return;
      name = soaker.nextId();
      const herd = soaker.table('herd', tickSchema);
      for (const topic of ['beats', 'pulse']) soaker.subscribe(topic, (value) => beats.take(value as Beat));
      const beat = (): void => {
        soaker.publish('beats', { from: name, place: ++sent } satisfies Beat, { retention: 'all' });
        if (herd.count === mostRows) for (let row = 0; row < mostRows; row++) herd.remove(herd.ids[0]!);
        else herd.add(soaker.nextId());
        herd.columns.tick.fill(sent, 0, herd.count);
        herd.columns.twice.fill(2 * sent, 0, herd.count);
        herd.columns.place.fill(sent % 1000, 0, 3 * herd.count);
        herd.commit();
      };
      beat(); // who may be asked to stop at once has sent one
      beating = setInterval(beat, beatEvery);
    },

    stop(): void {
      clearInterval(beating);
    },

    health: (): Health => ({ name, sent, heard: beats.last(mainThread), problems }),

    /** Takes a while; who waits lets others have the thread. */
    async visit(milliseconds: number, waits: boolean): Promise<Visit> {
      const began = soaker.now;
      if (waits) await new Promise((resolve) => setTimeout(resolve, milliseconds));
      else for (const end = began + milliseconds; soaker.now < end;);
      return { began, ended: soaker.now };
    },

    *climb(steps: number): Generator<undefined, number> {
      for (let step = 0; step < steps; step++) yield;
      return steps;
    },

    /** The entities that are here, each with the last number that came to it. */
    tokens: (): [number, number][] => [...tokens],

    ids: (count: number): number[] => Array.from({ length: count }, () => soaker.nextId()),
  }),
);

export type Soaker = typeof soaker.functions;

soaker.entities(
  'tokens',
  tokenHost(tokens, (problem) => problems.push(problem)),
);
