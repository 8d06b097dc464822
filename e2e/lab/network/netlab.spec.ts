import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test as withoutLab } from '@playwright/test';
import { isLong } from '../../../packages/runs.test.setup.ts';
import { quantile } from '../../tools/statistics/statistics.ts';
import { besideCrossTraffic, type CrossTraffic } from './endpoints/cross-traffic/beside-cross-traffic.ts';
import { runBulk } from './endpoints/run-bulk.ts';
import { whyNoWebTransport } from './endpoints/why-no-web-transport.ts';
import { checkLab, sendPackets, traced } from './link/check-lab.ts';
import { Lab, type QueueManagement, whyNoLab } from './link/lab.ts';
import type { Condition } from './measurements/conditions/condition.ts';
import { measureBusy } from './measurements/measure-busy.ts';
import { trialBar } from './measurements/conditions/condition-bars.ts';
import { measureConditions } from './measurements/conditions/measure-conditions.ts';
import { measureChange } from './measurements/measure-change.ts';
import { measureFlows } from './measurements/measure-flows.ts';
import { measureHoles } from './measurements/measure-holes.ts';
import { measureLayers } from './measurements/measure-layers.ts';
import { measureMinBuf } from './measurements/goel/measure-min-buf.ts';
import { measureSessions } from './measurements/measure-sessions.ts';
import { measureShare } from './measurements/measure-share.ts';
import { measureStreams, streamsBy } from './measurements/measure-streams.ts';
import { measureThin } from './measurements/measure-thin.ts';
import { measureThresholds } from './measurements/measure-thresholds.ts';
import { measureWindows } from './measurements/goel/measure-windows.ts';

const why = whyNoLab();
const withoutWebTransport = whyNoWebTransport();
const onlyLong = 'only npm run test:long runs it';

const test = withoutLab.extend<{ readonly lab: Lab }>({
  // Playwright demands a pattern here, although the lab needs no other fixture.
  // oxlint-disable-next-line no-empty-pattern
  lab: async ({}, use) => {
    const lab = await Lab.up();
    await use(lab);
    lab.down();
  },
});

test.skip(why !== undefined, why);

// A measurement fails if the lab is not exact, which happens on a busy machine.
test.describe.configure({ retries: 3, mode: 'parallel' });

test(
  'a lab forwards packets, limits its queue, and loses packets at the given probability',
  { tag: '@alone' },
  async ({ lab }) => {
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
  },
);

test(
  'a lab loses packets at the given probability, singly or in bursts, and a seed always gives the same losses',
  { tag: '@alone' },
  async ({ lab }) => {
    const count = 300; // packets; all of them fit into the queue, so that only random loss remains
    const lose = async (inARow: number, seed: number): Promise<number> => {
      const before = (await lab.count()).left;
      await lab.lose('left', 0.3, seed, inARow);
      await sendPackets(lab, count);
      const after = (await lab.count()).left;
      expect(after.packets - before.packets).toBe(count);
      return (after.lost - before.lost) / count;
    };
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
  },
);

test(
  'a delay that varies stays within its bounds, and packets stay in order',
  { tag: '@alone' },
  async ({ lab }) => {
    await lab.set({ rate: 80e6, delay: 1, queue: 1_000_000 });
    await lab.varyDelay('left', { from: 20, to: 60, every: 20, seed: 7 });
    const arrivals = await sendPackets(lab, 300, 2);
    const numbers = arrivals.map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 300 }, (_, i) => i));
    const latencies = arrivals.map(({ received, sent }) => received - sent);
    expect(Math.min(...latencies)).toBeGreaterThanOrEqual(20);
    expect(quantile(latencies, 0.5)).toBeLessThan(80);
    expect(quantile(latencies, 0.8) - quantile(latencies, 0.2)).toBeGreaterThan(5);
    await lab.varyDelay('left', { from: 0, to: 0, every: 0, seed: 7 });
    const steady = (await sendPackets(lab, 50, 2)).map(({ received, sent }) => received - sent);
    expect(quantile(steady, 0.5)).toBeLessThan(15);
  },
);

test('a policer drops the packets that exceed its rate and its burst', { tag: '@alone' }, async ({ lab }) => {
  await lab.set({ rate: 80e6, delay: 1, queue: 1_000_000 });
  await lab.police('left', 8e3, 51_400); // 50 packets of 1,028 bytes, and one more per second
  expect((await sendPackets(lab, 300)).map(({ number }) => number)).toEqual([...Array(50).keys()]);
  expect((await lab.count()).left.dropped).toBe(250);
  await lab.police('left', 0, 0);
  expect(await sendPackets(lab, 60)).toHaveLength(60);
});

/** Number of packets with a wrong IP checksum that the right side has received. */
async function checksumErrors(lab: Lab): Promise<number> {
  const [text] = (await once(lab.start('right', 'cat', ['/proc/net/netstat']).stdout!, 'data')) as [Buffer];
  const [names, values] = text
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('IpExt'));
  return Number(values!.split(' ')[names!.split(' ').indexOf('InCsumErrors')]);
}

/** Bytes of a queue of 300 ms at `linkDirection.rate`. */
const deepQueue = 300_000;
const linkDirection = { rate: 8e6, delay: 15, queue: deepQueue };

test('CoDel keeps a standing queue short, by drops or by marks', { tag: '@alone' }, async ({ lab }) => {
  test.skip(!isLong, onlyLong);
  /** Runs a bulk transfer. Returns the median queue of its second half in bytes, the received bytes, and the counters. */
  const overload = async (kind: QueueManagement, ecn = false) => {
    await lab.queueManagement('left', kind, { ecn });
    const before = (await lab.count()).left;
    let bytes = 0;
    const trace = await traced(lab, async () => {
      bytes = await runBulk(lab, 'left', { seconds: 2, warmup: 1 });
    });
    const queued = trace.filter(([, direction]) => direction === 0).map(([, , queue]) => queue!);
    const { droppedEarly, marked } = (await lab.count()).left;
    return {
      queue: quantile(queued.slice(queued.length / 2), 0.5),
      bytes,
      early: droppedEarly - before.droppedEarly,
      marked: marked - before.marked,
    };
  };
  await lab.set(linkDirection);
  for (const side of ['left', 'right'] as const) lab.congestionControl(side, 'cubic');
  const dropTail = await overload('dropTail');
  const codel = await overload('codel');
  const marking = await overload('codel', true);
  expect(dropTail.early + dropTail.marked).toBe(0);
  expect(codel.early).toBeGreaterThan(0);
  expect(codel.marked).toBe(0);
  expect(codel.queue).toBeLessThan(dropTail.queue / 3);
  // Retransmissions are not marked, because TCP sends them without ECN.
  expect(marking.marked).toBeGreaterThan(2 * marking.early);
  expect(marking.queue).toBeLessThan(dropTail.queue / 3);
  expect(await checksumErrors(lab)).toBe(0);
  for (const { bytes } of [codel, marking]) expect(bytes).toBeGreaterThan(dropTail.bytes / 3);
});

test('FQ-CoDel shares a link fairly, and hardly delays a thin flow', { tag: '@alone' }, async ({ lab }) => {
  test.skip(!isLong, onlyLong);
  /** Runs two bulk transfers and a thin flow. Returns the bytes of the transfers, and the median queueing delay of the thin flow in ms. */
  const share = async (kind: QueueManagement) => {
    await lab.queueManagement('left', kind);
    const time = { seconds: 3, warmup: 1 };
    const bulk = [runBulk(lab, 'left', time), runBulk(lab, 'left', time)];
    const thin = sendPackets(lab, 200, 10);
    const bytes = await Promise.all(bulk);
    const latencies = (await thin).map(({ received, sent }) => received - sent - linkDirection.delay);
    return { bytes, delay: quantile(latencies.slice(latencies.length / 2), 0.5) };
  };
  await lab.set(linkDirection);
  for (const side of ['left', 'right'] as const) lab.congestionControl(side, 'cubic');
  const dropTail = await share('dropTail');
  const fair = await share('fqCodel');
  expect(Math.min(...fair.bytes)).toBeGreaterThan(Math.max(...fair.bytes) / 2);
  expect(fair.delay).toBeLessThan(dropTail.delay / 5);
  // Packets that ignore congestion come at more than three times the rate of the link.
  await lab.set({ rate: 2e6 });
  const flood = sendPackets(lab, 2500, 1);
  expect(await runBulk(lab, 'left', { seconds: 2.5, warmup: 1 })).toBeGreaterThan((1.5 * 2e6) / 8 / 4);
  await flood;
  await expect(lab.queueManagement('left', 'codel', { target: 0 })).rejects.toThrow('Lab: manage 0');
});

test('a lab removes its namespaces, and those that a killed process left behind', async () => {
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

test('long or short flows fill a link, and datagrams keep their rate', { tag: '@alone' }, async ({ lab }) => {
  const rate = 8e6;
  await lab.set({ rate, delay: 5, queue: 50_000 });
  /** Returns the part of the link that cross traffic uses. */
  const usedBy = (traffic: CrossTraffic): Promise<number> =>
    besideCrossTraffic(lab, traffic, rate, async () => {
      await pause(500);
      const before = (await lab.count()).left.carried;
      await pause(1000);
      return ((await lab.count()).left.carried - before) / (rate / 8);
    });
  for (const traffic of [{ elephants: 3 }, { mice: 10 }]) expect(await usedBy(traffic)).toBeGreaterThan(0.7);
  const byDatagrams = await usedBy({ datagrams: 0.2 });
  expect(byDatagrams).toBeGreaterThan(0.15);
  expect(byDatagrams).toBeLessThan(0.25);
});

test('the measurement of flows sends competing videos through a lab', { tag: '@alone' }, async ({ lab }) => {
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
    log: () => {},
  });
  expect(rows.map(({ transport }) => transport)).toEqual(['plain', 'paceK']);
  expect(rows[1]!['× a fair share']).toBeLessThan(2);
  for (const row of rows) {
    expect(row['control median, ms']).toBeGreaterThanOrEqual(15);
    expect(row['goodput, Mbit/s']).toBeGreaterThan(1);
    expect(row['goodput in time, Mbit/s']).toBeLessThanOrEqual(Number(row['goodput, Mbit/s']));
  }
});

test('the measurement of flows sends a video over WebTransport', { tag: '@alone' }, async ({ lab }) => {
  test.skip(withoutWebTransport !== undefined, withoutWebTransport);
  const sender = 'page';
  const { rows } = await measureFlows({
    lab,
    name: 'netlab-pages',
    links: [link],
    cases: [
      { transport: 'webTransport', flows: 1, sender },
      { transport: 'webTransport low-latency', flows: 1, sender },
    ],
    seconds: 2,
    warmup: 1,
    runs: 1,
    log: () => {},
  });
  for (const row of rows) {
    expect(row['control median, ms']).toBeGreaterThanOrEqual(15);
    expect(row['goodput, Mbit/s']).toBeGreaterThan(0.5);
    expect(row['link used, %']).toBeGreaterThan(5);
  }
});

/** Options that all short measurements share. */
const link = { rate: 12, roundTrip: 30, congestionControl: 'cubic' } as const;
const brief = { link, seconds: 1, warmup: 0.4, runs: 1, log: () => {} };

test(
  'the measurements of videos from Node and from a page return plausible figures',
  { tag: '@alone' },
  async ({ lab }) => {
    const alike = { lab, ...brief };
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
    expect(seen[0]!.rows[0]!['frames in time /s']).toBeGreaterThan(20);
    expect(seen[1]!.rows[0]!['next frame, %']).toBeGreaterThan(80);

    const cases = streamsBy('paceK').filter(({ name }) => name.includes('Mbit/s, by quality'));
    const { rows: streams } = await measureStreams({ ...alike, cases });
    expect(streams).toHaveLength(1);
    // Video 1 has a third of the bytes of video 3. Fairness by rate would give both nearly the same share.
    expect(Number(streams[0]!['Mbit/s 3'])).toBeGreaterThan(2 * Number(streams[0]!['Mbit/s 1']));

    const together = await measureSessions({ ...alike, videos: 3, apart: [], together: ['gated'] });
    expect(together.rows[0]!['goodput, Mbit/s']).toBeGreaterThan(1);
    expect(together.rows[0]!['link used, %']).toBeGreaterThan(10);
  },
);

test(
  'the measurements of rate changes, thin streams and shares return plausible figures',
  { tag: '@alone' },
  async ({ lab }) => {
    const alike = { lab, ...brief };
    const change = await measureChange({ ...alike, changed: 6, flows: 1, transports: ['paceK'] });
    expect(change.rows.map((row) => row['Mbit/s'])).toEqual([12, 6, 12]);

    const variants = [{ transport: 'paceK', standbys: 1, apart: false }] as const;
    const { rows: thin } = await measureThin({ ...alike, losses: [0.01], variants });
    expect(thin[0]!['received /s']).toBeGreaterThan(30);
    expect(thin[0]!['median, ms']).toBeGreaterThanOrEqual(15);

    const share = await measureShare({ ...alike, links: [{ lab, plan: link }], transports: ['plain'] });
    expect(share.rows[0]!['share beside one TCP']).toBeGreaterThan(0.05);
    expect(share.rows[0]!['share beside one TCP']).toBeLessThan(0.95);
  },
);

test(
  'the measurements of outages and busy senders return plausible figures',
  { tag: '@alone' },
  async ({ lab }) => {
    const alike = { lab, ...brief };
    const hole = { ...alike, link, seconds: 3.5, holes: [300], transports: ['plain'] } as const;
    const holes = await measureHoles(hole);
    expect(holes.rows[0]!['of all, ms']).toBeGreaterThan(200);

    const busy = await measureBusy({ ...alike, link, seconds: 2.5, busy: [{ ms: 80, period: 100 }] });
    expect(busy.rows[0]!['failovers']).toBe(1);
  },
);

const minBuf = { transports: ['minBuf 1 3'] } as const;

test('the measurement of MIN_BUF returns plausible figures', { tag: '@alone' }, async ({ lab }) => {
  const alike = { lab, ...brief, ...minBuf };
  const traffics = [{ name: 'some', traffic: { elephants: 1, mice: 2, datagrams: 0.1 } }];
  const { rows } = await measureMinBuf({ ...alike, links: [{ lab, link, traffics }] });
  expect(rows.map(({ transport }) => transport)).toEqual(['none', 'minBuf 1 3']);
  for (const row of rows) {
    expect(row['mean, ms']).toBeGreaterThanOrEqual(15);
    expect(row['goodput, Mbit/s']).toBeGreaterThan(0.1);
    expect(row['within 500 ms, %']).toBeGreaterThan(50);
  }
});

test(
  'the measurement of adaptation windows returns plausible figures',
  { tag: '@alone' },
  async ({ lab }) => {
    const alike = { lab, ...brief, ...minBuf, seconds: 4, warmup: 1 };
    const windows = await measureWindows({ ...alike, competitors: [2], frames: [2, 4] });
    expect(windows.rows.map((row) => row['frames of a window'])).toEqual([2, 4]);
    for (const row of windows.rows) {
      expect(row['lost, %']).toBeLessThan(50);
      expect(row['goodput, Mbit/s']).toBeGreaterThan(0.1);
    }
  },
);

const comparedConditions: readonly { condition: Condition; expected: readonly string[] }[] = [
  {
    condition: {
      name: 'everything that a link does',
      delay: { from: 15, to: 40, every: 20, sides: ['left', 'right'] },
      management: { kind: 'fqCodel', ecn: true },
      loss: { probability: 0.001, inARow: 2 },
      uplink: 2,
      hasUpload: true,
      crossTraffic: { mice: 2, datagrams: 0.1 },
      hasStandby: true,
    },
    expected: ['none 0', 'paceA 0', 'paceA 1'],
  },
  {
    condition: {
      name: 'wss behind a proxy',
      programs: { proxy: { side: 'right', burstPeriod: 5 } },
      isEncrypted: true,
    },
    expected: ['none 0', 'paceA 0'],
  },
];
for (const { condition, expected } of comparedConditions) {
  test(
    `the measurement of conditions compares sessions with latency control to sessions without it: ${condition.name}`,
    { tag: '@alone' },
    async ({ lab }) => {
      const alike = { lab, transports: ['paceA'], ...brief, seconds: 1.2 } as const;
      const { rows } = await measureConditions({ ...alike, conditions: [condition] });
      expect(rows.map(({ standbys, transport }) => `${transport} ${standbys}`)).toEqual(expected);
      for (const row of rows) {
        expect(row['control p50, ms']).toBeGreaterThanOrEqual(15);
        expect(row['goodput, Mbit/s']).toBeGreaterThan(0.2);
        if (row['transport'] !== 'none') expect(row['goodput, × none, bar']).toBe('undecided');
        if (row['standbys'] === 1) expect(row['p99.9, × without a standby, bar']).toBe('undecided');
      }
    },
  );
}

test(
  'the measurement of conditions returns plausible figures for a trial with all options',
  { tag: '@alone' },
  async ({ lab }) => {
    const condition: Condition = {
      name: 'everything that a trial does',
      link: { rate: 20, roundTrip: 20, congestionControl: 'bbr' },
      uplink: 8,
      queueTime: 200,
      policer: { rate: 16, burst: 64_000 },
      delays: { side: 'right', values: [30, 10], every: 100 },
      rates: { values: [10, 20], every: 150 },
      stops: { every: 300, lasting: 30 },
      holes: { every: 400, lasting: 20 },
      uplinkLoss: { probability: 0.01, inARow: 1 },
      crossTraffic: { pulses: { count: 1, lasting: 100, pause: 100 } },
      programs: {
        flows: 3,
        busy: { ms: 10, period: 100 },
        sinkBusy: { ms: 10, period: 100 },
        bursts: { lasting: 300, pause: 100, stagger: 100, steadyFlows: 1 },
        control: { bytes: 1000, period: 20 },
        proxy: { side: 'right', lag: 10 },
        readingPause: { connections: 'others', from: 20, to: 100, period: 100 },
        shortSessions: { period: 200, lasting: 100 },
      },
    };
    const length = { ...brief, seconds: 1.4 };
    const alike = { lab, transports: ['paceA'], barOf: trialBar, ...length } as const;
    const { rows, samples } = await measureConditions({ ...alike, conditions: [condition] });
    expect(rows.map(({ transport }) => transport)).toEqual(['none', 'paceA']);
    expect(samples!['everything that a trial does, none: bytes by run and connection']).toHaveLength(1);
    for (const row of rows) {
      expect(row['control p50, ms']).toBeGreaterThanOrEqual(10);
      expect(row['goodput, Mbit/s']).toBeGreaterThan(0.2);
      expect(row['least share of a connection']).toBeGreaterThan(0);
      expect(row['least share of a connection']).toBeLessThan(1);
    }
    expect(rows[1]!['goodput, × none, bar']).toBe('undecided');
    expect(rows[1]!['p50, × none, bar']).toBeUndefined();
  },
);
