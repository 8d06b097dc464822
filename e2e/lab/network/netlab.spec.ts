import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { checkLab, sendPackets } from './link/check-lab.ts';
import { Lab, whyNoLab } from './link/lab.ts';
import { jainOf } from './measurements/jain.ts';
import { measureBusy } from './measurements/measure-busy.ts';
import { measureChange } from './measurements/measure-change.ts';
import { measureFlows } from './measurements/measure-flows.ts';
import { measureHoles } from './measurements/measure-holes.ts';
import { measureLayers } from './measurements/measure-layers.ts';
import { measureSessions } from './measurements/measure-sessions.ts';
import { measureShare } from './measurements/measure-share.ts';
import { measureStreams, streamsBy } from './measurements/measure-streams.ts';
import { measureThin } from './measurements/measure-thin.ts';
import { measureThresholds } from './measurements/measure-thresholds.ts';

const why = whyNoLab();

// A measurement fails if the lab is not exact, which happens on a busy machine.
test.describe.configure({ retries: 3 });

test(
  'a lab forwards packets, limits its queue, and loses packets at the given probability',
  { tag: '@alone' },
  async () => {
    test.skip(why !== undefined, why);
    const lab = await Lab.up();
    try {
      const { queue } = await checkLab(lab, { rate: 8e6, delay: 5, queue: 50_000 });
      expect(queue).toBeLessThanOrEqual(50_000);
      expect(queue).toBeGreaterThan(45_000);
      const { left } = await lab.count();
      expect(left.dropped).toBeGreaterThan(0);
      expect(left.lost + left.inHoles).toBe(0);
      await lab.lose('left', 1, 7);
      const { faults } = await checkLab(lab, { rate: 8e6, delay: 5, queue: 50_000 });
      expect(faults).toContain('an idle link lost 100 of 100 packets');
      expect((await lab.count()).left.lost).toBeGreaterThan(left.lost + 99);
      await expect(lab.set({ rate: 0 })).rejects.toThrow('Lab: rate 0 0: error');
    } finally {
      lab.down();
    }
  },
);

test(
  'a lab loses packets at the given probability, singly or in bursts, and repeatably for the same seed',
  { tag: '@alone' },
  async () => {
    test.skip(why !== undefined, why);
    const lab = await Lab.up();
    const count = 300; // packets; all of them fit into the queue, so that only random loss remains
    const lose = async (inARow: number, seed: number): Promise<number> => {
      const before = (await lab.count()).left;
      await lab.lose('left', 0.3, seed, inARow);
      await sendPackets(lab, count);
      const after = (await lab.count()).left;
      expect(after.packets - before.packets).toBe(count);
      return (after.lost - before.lost) / count;
    };
    try {
      await lab.set({ rate: 80e6, delay: 1, queue: 1_000_000 });
      const [alone, again, other] = [await lose(1, 7), await lose(1, 7), await lose(1, 8)];
      expect(alone).toBeGreaterThan(0.2);
      expect(alone).toBeLessThan(0.4);
      expect(again).toBe(alone);
      expect(other).not.toBe(alone);
      const lostInBursts = await lose(10, 7);
      expect(lostInBursts).toBeGreaterThan(0.05);
      expect(lostInBursts).toBeLessThan(0.8);
      expect(lostInBursts).not.toBe(alone);
    } finally {
      lab.down();
    }
  },
);

test('a lab removes its namespaces, and those that a killed process left behind', async () => {
  test.skip(why !== undefined, why);
  const { pid } = spawnSync('true'); // a process that has ended
  const leftover = `doha-lab-${pid}-0-left`;
  execFileSync('ip', ['netns', 'add', leftover]);
  const program = spawn('ip', ['netns', 'exec', leftover, 'sleep', '1000']);
  const ended = once(program, 'exit');
  const isLabNamespace = (name: string): boolean =>
    name === leftover || name.startsWith(`doha-lab-${process.pid}-`);
  await expect.poll(() => execFileSync('ip', ['netns', 'pids', leftover], { encoding: 'utf8' })).not.toBe('');
  const lab = await Lab.up();
  expect(readdirSync('/run/netns').filter(isLabNamespace)).toHaveLength(2);
  lab.down();
  expect(readdirSync('/run/netns').filter(isLabNamespace)).toEqual([]);
  expect(await ended).toEqual([null, 'SIGKILL']);
});

test('the measurement of flows sends competing videos through a lab', { tag: '@alone' }, async () => {
  test.skip(why !== undefined, why);
  const lab = await Lab.up();
  try {
    const { rows } = await measureFlows({
      lab,
      name: 'netlab-flows',
      links: [{ rate: 16, roundTrip: 30, congestionControl: 'cubic' }],
      cases: [
        { transport: 'plain', flows: 2 },
        { transport: 'paceK', flows: 1, standbys: 1, besidePlain: 1 },
      ],
      seconds: 2,
      warmup: 1,
      runs: 1,
      tell: () => {},
    });
    expect(rows.map(({ transport }) => transport)).toEqual(['plain', 'paceK']);
    expect(rows[1]!['× a fair share']).toBeLessThan(2);
    for (const row of rows) {
      expect(row['control median, ms']).toBeGreaterThanOrEqual(15);
      expect(row['goodput, Mbit/s']).toBeGreaterThan(1);
    }
  } finally {
    lab.down();
  }
});

test(
  'the other measurements run, from Node and from a page, with plausible figures',
  { tag: '@alone' },
  async () => {
    test.skip(why !== undefined, why);
    const lab = await Lab.up();
    const link = { rate: 12, roundTrip: 30, congestionControl: 'cubic' } as const;
    const alike = { lab, link, seconds: 1, warmup: 0.4, runs: 1, tell: () => {} };
    try {
      const transports = { node: ['ideal'], page: ['webSocketStream'] } as const;
      const { rows: layers, samples } = await measureLayers({ ...alike, flows: 2, transports });
      const bases = layers.filter((row) => row[' '] === 'median, ms').map(({ base }) => Number(base));
      const alone = 15 + (8000 * 6667) / 12e6;
      expect(bases).toHaveLength(2);
      expect(Math.min(...bases)).toBeGreaterThan(alone);
      expect(samples!['page, webSocketStream: clock, ms']).toHaveLength(1);

      const some = { node: ['qmux'], page: [] } as const;
      const seen = await measureThresholds({ ...alike, flows: 1, transports: some, thresholds: [200] });
      expect(seen.map(({ rows }) => rows.length)).toEqual([1, 1]);
      expect(seen[0]!.rows[0]!['pictures in time /s']).toBeGreaterThan(20);
      expect(seen[1]!.rows[0]!['next picture, %']).toBeGreaterThan(80);

      const cases = streamsBy('paceK').filter(({ name }) => name.includes('Mbit/s, by quality'));
      const { rows: streams } = await measureStreams({ ...alike, cases });
      expect(streams).toHaveLength(1);
      // Video 1 has a third of the bytes of video 3. Fairness by rate would give both nearly the same share.
      expect(Number(streams[0]!['Mbit/s 3'])).toBeGreaterThan(2 * Number(streams[0]!['Mbit/s 1']));

      const together = await measureSessions({ ...alike, videos: 3, apart: [], together: ['gated'] });
      expect(together.rows[0]!['goodput, Mbit/s']).toBeGreaterThan(1);
      expect(together.rows[0]!['link used, %']).toBeGreaterThan(10);

      const change = await measureChange({ ...alike, changed: 6, flows: 1, transports: ['paceK'] });
      expect(change.rows.map((row) => row['Mbit/s'])).toEqual([12, 6, 12]);

      const ways = [{ transport: 'paceK', standbys: 1, apart: false }] as const;
      const { rows: thin } = await measureThin({ ...alike, losses: [0.01], ways });
      expect(thin[0]!['came /s']).toBeGreaterThan(30);
      expect(thin[0]!['median, ms']).toBeGreaterThanOrEqual(15);

      const share = await measureShare({ ...alike, links: [{ lab, plan: link }], transports: ['plain'] });
      expect(share.rows[0]!['share beside one TCP']).toBeGreaterThan(0.05);
      expect(share.rows[0]!['share beside one TCP']).toBeLessThan(0.95);

      const hole = { ...alike, link, seconds: 3.5, holes: [300], transports: ['plain'] } as const;
      const holes = await measureHoles(hole);
      expect(holes.rows[0]!['of all, ms']).toBeGreaterThan(200);

      const busy = await measureBusy({ ...alike, link, seconds: 2.5, busy: [{ ms: 80, of: 100 }] });
      expect(busy.rows[0]!['failovers']).toBe(1);
    } finally {
      lab.down();
    }
  },
);

test('Jain’s index is 1 for equal shares, and 1 / n if one of n has everything', () => {
  expect(
    jainOf([
      [1, 5, 0],
      [1, 0, 0],
    ]),
  ).toEqual([1, 0.5, 1]);
});
