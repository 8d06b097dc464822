import { test } from '@playwright/test';
import { allTraffic, crossTraffics } from './measurements/cross-traffics.ts';
import { besideOthers } from './measurements/conditions/conditions.ts';
import { inLab, inLabs, log } from './measurements/in-lab.ts';
import { whyNoWebTransport } from './endpoints/why-no-web-transport.ts';
import { measureBusy } from './measurements/measure-busy.ts';
import { measureChange } from './measurements/measure-change.ts';
import { measureConditions } from './measurements/conditions/measure-conditions.ts';
import { type FlowsCase, measureFlows } from './measurements/measure-flows.ts';
import { measureHoles } from './measurements/measure-holes.ts';
import { measureLayers } from './measurements/measure-layers.ts';
import { measureMinBuf } from './measurements/goel/measure-min-buf.ts';
import { measureSessions } from './measurements/measure-sessions.ts';
import { measureShare } from './measurements/measure-share.ts';
import { apartBy, measureStreams, streamsBy } from './measurements/measure-streams.ts';
import { measureThin } from './measurements/measure-thin.ts';
import { measureThresholds } from './measurements/measure-thresholds.ts';
import { measureWindows } from './measurements/goel/measure-windows.ts';

const seconds = Number(process.env['DOHA_SECONDS'] ?? 60);

/** Transports to compare from each sender, including the controls (`plain`, `none`) and the upper limit (`ideal`). */
const senders = {
  node: ['ideal', 'plain', 'gated', 'qmux', 'none', 'paceA', 'paceK'],
  page: ['plain', 'gated', 'webSocketStream', 'qmux', 'none', 'paceA'],
} as const;
/** Variants of WebTransport, which only pages have. */
const webTransports = ['webTransport', 'webTransport low-latency', 'webTransport unordered'] as const;
const linkOf = (rate: number, roundTrip = 30, congestionControl: 'reno' | 'cubic' | 'bbr' = 'cubic') => ({
  rate,
  roundTrip,
  congestionControl,
});
const narrow = linkOf(12);
const wider = linkOf(16);
const threeLinks = [linkOf(4, 100), wider, linkOf(50, 20)];
const length = { seconds, warmup: Math.min(10, seconds / 2) };
/** For measurements that need only a short warm-up. */
const shortWarmup = { seconds, warmup: 4, runs: Number(process.env['DOHA_TURNS'] ?? 5) };

/** For results with bars: a bar is compared with a confidence interval, which needs many runs. */
const manyRuns = Number(process.env['DOHA_TURNS'] ?? 10);

type Losses = Pick<FlowsCase, 'loss' | 'lostInARow'>;
const alone = (flows: number, losses: Losses = {}): FlowsCase[] => [
  { transport: 'plain', flows, ...losses },
  { transport: 'none', flows, ...losses },
  { transport: 'paceA', flows, ...losses },
  { transport: 'paceK', flows, ...losses },
];
const withStandby = (flows: number, losses: Losses = {}): FlowsCase[] => [
  { transport: 'paceA', flows, ...losses, standbys: 1 },
  { transport: 'paceK', flows, ...losses, standbys: 1 },
];

test('videos that compete for a bottleneck', async () => {
  const cases = [8, 16, 24, 32].flatMap((flows) => alone(flows).concat(withStandby(flows)));
  await inLab((lab) =>
    measureFlows({ lab, log, ...length, name: 'netlab-flows', links: [wider], cases, runs: manyRuns }),
  );
});

test('one, two and four videos, which do not fill the link or just fill it', async () => {
  const cases = [1, 2, 4].flatMap((flows) => alone(flows));
  await inLab((lab) => measureFlows({ lab, log, ...shortWarmup, name: 'netlab-few', links: [wider], cases }));
});

test('videos that compete under each congestion control of the system', async () => {
  const cases = [...alone(8), ...withStandby(8)];
  const links = [linkOf(16, 30, 'reno'), linkOf(16, 30, 'cubic'), linkOf(16, 30, 'bbr')];
  await inLab((lab) =>
    measureFlows({ lab, log, ...length, name: 'netlab-congestion', links, cases, runs: 1 }),
  );
});

test('videos that compete for narrow, usual and wide links', async () => {
  await inLab((lab) =>
    measureFlows({ lab, log, ...length, name: 'netlab-links', links: threeLinks, cases: alone(8), runs: 3 }),
  );
});

test('videos that compete while packets are lost', async () => {
  const cases = [0.005, 0.01, 0.02].flatMap((loss) => alone(8, { loss }).concat(withStandby(8, { loss })));
  await inLab((lab) =>
    measureFlows({ lab, log, ...length, name: 'netlab-loss', links: [wider], cases, runs: 1 }),
  );
});

test('videos that compete while packets are lost in bursts', async () => {
  const losses = { loss: 0.01, lostInARow: 4 };
  const cases = [...alone(8, losses), ...withStandby(8, losses)];
  await inLab((lab) =>
    measureFlows({ lab, log, ...length, name: 'netlab-bursts', links: [wider], cases, runs: 1 }),
  );
});

test('videos from pages', async () => {
  const flows = 8;
  const cases: FlowsCase[] = senders.page.map((transport) => ({ transport, flows, sender: 'page' }));
  cases.push({ transport: 'paceA', flows, sender: 'page', standbys: 1 });
  await inLab((lab) =>
    measureFlows({ lab, log, ...length, name: 'netlab-pages', links: [wider], cases, runs: 2 }),
  );
});

// With eight videos, WebTransport would need more than two cores.
test('two videos from pages, also over WebTransport', async () => {
  const why = whyNoWebTransport();
  if (why !== undefined) log(`WebTransport is not measured: ${why}`);
  const transports = ['plain', 'none', 'paceA', ...(why === undefined ? webTransports : [])] as const;
  const cases: FlowsCase[] = transports.map((transport) => ({ transport, flows: 2, sender: 'page' }));
  const links = [linkOf(4)];
  await inLab((lab) =>
    measureFlows({ lab, log, ...length, name: 'netlab-quic', links, partOfLink: 1, cases, runs: 3 }),
  );
});

test('videos that compete with plain WebSockets', async () => {
  const cases = [2, 4, 6].flatMap((besidePlain) =>
    (['none', 'paceA', 'paceK'] as const).map((transport) => ({
      transport,
      flows: 8 - besidePlain,
      besidePlain,
    })),
  );
  await inLab((lab) =>
    measureFlows({ lab, log, ...length, name: 'netlab-mixed', links: [wider], cases, runs: 3 }),
  );
});

test('a link that changes while videos compete for it', async () => {
  const transports = ['plain', 'none', 'paceA', 'paceK'] as const;
  await inLab((lab) =>
    measureChange({ lab, log, ...length, link: wider, changed: 6, flows: 8, transports, runs: 2 }),
  );
});

test('the share of a link beside one TCP connection in bulk transfer', async () => {
  await inLabs(threeLinks.length, (labs) =>
    measureShare({
      log,
      warmup: length.warmup,
      seconds: 2 * length.seconds,
      runs: 8,
      links: threeLinks.map((plan, i) => ({ lab: labs[i]!, plan })),
      transports: ['plain', 'none', 'paceA', 'paceK'],
    }),
  );
});

test('an outage of the active connection', async () => {
  await inLab((lab) =>
    measureHoles({
      lab,
      log,
      link: wider,
      seconds: 12, // after an outage of 2 s TCP retransmits up to 3 s later
      warmup: 2,
      holes: [100, 300, 600, 2000],
      transports: ['plain', 'paceA', 'paceK'],
      runs: 3,
    }),
  );
});

test('an outage of the active connection while the sender is busy', async () => {
  await inLab((lab) =>
    measureBusy({
      lab,
      log,
      link: wider,
      seconds: 4,
      warmup: 2,
      busy: [
        { ms: 0, period: 100 },
        { ms: 40, period: 50 },
        { ms: 40, period: 100 },
        { ms: 80, period: 100 },
      ],
      runs: 11,
    }),
  );
});

test('latency of messages by their priority', async () => {
  await inLab((lab) =>
    measureLayers({ lab, log, ...length, link: narrow, flows: 6, transports: senders, runs: 2 }),
  );
});

test('frames in time and display quality by the latency threshold', async () => {
  await inLab((lab) =>
    measureThresholds({
      lab,
      log,
      ...length,
      link: wider,
      flows: 8,
      transports: senders,
      thresholds: [50, 100, 200, 500, 1000],
      runs: 1,
    }),
  );
});

test('shares of videos that are streams of one session', async () => {
  const cases = [
    ...(['plain', 'gated', 'paceA', 'paceK'] as const).map(apartBy),
    ...(['paceA', 'paceK'] as const).flatMap(streamsBy),
  ];
  await inLab((lab) => measureStreams({ lab, log, ...length, link: narrow, cases, runs: 2 }));
});

test('eight videos over one connection and over eight connections', async () => {
  await inLab((lab) =>
    measureSessions({
      lab,
      log,
      ...length,
      link: wider,
      videos: 8,
      apart: ['plain', 'gated', 'none', 'paceA', 'paceK'],
      together: ['plain', 'gated', 'qmux', 'none', 'paceA', 'paceK'],
      runs: 2,
    }),
  );
});

test('a thin stream beside bulk data, with loss', async () => {
  const variants = [
    { transport: 'plain', standbys: 0, apart: false },
    { transport: 'plain', standbys: 0, apart: true },
    ...(['none', 'paceA', 'paceK'] as const).flatMap((transport) =>
      [0, 1].map((standbys) => ({ transport, standbys, apart: false })),
    ),
  ] as const;
  await inLab((lab) =>
    measureThin({ lab, log, ...length, link: wider, losses: [0, 0.01, 0.02], variants, runs: 2 }),
  );
});

test('a session beside cross traffic, with a full uplink, and over TLS', async () => {
  await inLab((lab) =>
    measureConditions({
      lab,
      log,
      ...shortWarmup,
      name: 'netlab-cross-traffic',
      link: wider,
      conditions: besideOthers,
      transports: ['paceA', 'paceK'],
    }),
  );
});

/** The networks of Goel's thesis (2003), with the congestion control and the initial window of that time. */
const olderLinkOf = (rate: number, roundTrip: number) => ({
  ...linkOf(rate, roundTrip, 'reno'),
  initialWindow: 2,
});

test('a stream by TCP and by MIN_BUF beside cross traffic', async () => {
  const links = [
    { link: olderLinkOf(12, 100), traffics: crossTraffics.slice(0, 2) },
    { link: olderLinkOf(12, 100), traffics: crossTraffics.slice(2) },
    { link: olderLinkOf(30, 100), traffics: [allTraffic] },
  ];
  await inLabs(links.length, (labs) =>
    measureMinBuf({
      log,
      ...shortWarmup,
      links: links.map((one, i) => Object.assign({ lab: labs[i]! }, one)),
      transports: ['minBuf 1 0', 'minBuf 1 3', 'minBuf 2 0'],
    }),
  );
});

test('adaptation windows lost beside cross traffic', async () => {
  await inLab((lab) =>
    measureWindows({
      lab,
      log,
      ...shortWarmup,
      link: olderLinkOf(10, 50),
      competitors: [20, 40],
      frames: [4, 2],
      transports: ['none', 'minBuf 1 0', 'minBuf 1 3'],
    }),
  );
});
