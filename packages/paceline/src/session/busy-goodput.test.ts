import { afterEach, expect, test, vi } from 'vitest';
import { chanceOf } from '../../../chance.test.setup.ts';
import { busy, LateThread } from '../../../late-thread.test.setup.ts';
import { runs } from '../../../runs.test.setup.ts';
import type { LatencyController } from '../control/latency-controller.ts';
import { none } from '../control/none.ts';
import { paceA } from '../control/pace-a.ts';
import { LatePair, type Threads } from './late-pair.test.setup.ts';

afterEach(() => void vi.unstubAllGlobals());

const [warmup, end] = [2000, runs({ gate: 4000, long: 6000 })]; // ms

const free = (): LateThread => new LateThread();

/** A thread that is given a processor for up to `slice` ms at a time, between pauses of `pause` ms on average, as on a machine with other work. */
function starved(slice: number, pause: number, seed: number): LateThread {
  const chance = chanceOf(seed);
  const pauses: { readonly from: number; readonly to: number }[] = [];
  for (let now = 0; now < end; now = pauses.at(-1)!.to) {
    const from = now + chance() * slice;
    pauses.push({ from, to: from - Math.log(1 - chance()) * pause });
  }
  return new LateThread({ tasks: (due) => pauses.find(({ from, to }) => due > from && due < to)?.to ?? due });
}

const pairs: Readonly<Record<string, () => Threads>> = {
  'a receiver that is busy 40 of 50 ms': () => ({ client: busy(40, 50), server: free() }),
  'a sender that is busy 40 of 50 ms': () => ({ client: free(), server: busy(40, 50) }),
  'both busy 40 of 50 ms': () => ({ client: busy(40, 50), server: busy(40, 50) }),
  'both starved': () => ({ client: starved(8, 12, 1), server: starved(8, 12, 2) }),
};

const links = {
  '2 Mbyte/s and 30 ms': { delay: 15, rate: 2000 },
  '20 Mbyte/s and 0.2 ms': { delay: 0.1, rate: 20_000 },
} as const;

/** Bytes per ms that arrive from a server that sends as much as it can. */
function goodput(
  controller: () => LatencyController,
  threads: Threads,
  link: (typeof links)[keyof typeof links],
): number {
  const pair = new LatePair(threads, controller, { ...link, connections: 1 });
  let bytes = 0;
  pair.client.onMessage((data) => (bytes += (data as Uint8Array).length));
  const fill = (): void =>
    pair.at(pair.now + 4, 'server', () => {
      while (pair.server.queued < 2 ** 19) pair.server.send(new Uint8Array(4000));
      fill();
    });
  fill();
  pair.pass(warmup);
  const before = bytes;
  pair.pass(end - warmup);
  return (bytes - before) / (end - warmup);
}

const conditions = Object.keys(links).flatMap((link) =>
  Object.keys(pairs).map((name) => [link, name] as const),
);

test.each(conditions)(
  'on a link of %s, paceA reaches more than half of the goodput without latency control: %s',
  (link, name) => {
    const [ours, control] = [paceA, none].map((controller) =>
      goodput(controller, pairs[name]!(), links[link as keyof typeof links]),
    );
    expect(ours! / control!).toBeGreaterThan(0.5);
  },
);
