import { test } from '@playwright/test';
import { type Findings, writeResults } from '../../tools/results/results.ts';
import { Lab, whyNoLab } from './link/lab.ts';
import { measureBusy } from './measurements/measure-busy.ts';
import { measureChange } from './measurements/measure-change.ts';
import { type FlowsCase, measureFlows } from './measurements/measure-flows.ts';
import { measureHoles } from './measurements/measure-holes.ts';
import { measureLayers } from './measurements/measure-layers.ts';
import { measureSessions } from './measurements/measure-sessions.ts';
import { measureShare } from './measurements/measure-share.ts';
import { apartBy, measureStreams, streamsBy } from './measurements/measure-streams.ts';
import { measureThin } from './measurements/measure-thin.ts';
import { measureThresholds } from './measurements/measure-thresholds.ts';

const why = whyNoLab();
const seconds = Number(process.env['DOHA_SECONDS'] ?? 60);
const tell = (text: string): void => void process.stderr.write(`${text}\n`);

/** What has a control, or is one, or a limit. */
const senders = {
  node: ['ideal', 'plain', 'gated', 'qmux', 'none', 'paceA', 'paceK'],
  page: ['plain', 'gated', 'webSocketStream', 'qmux', 'none', 'paceA'],
} as const;
const linkOf = (rate: number, roundTrip = 30, congestionControl: 'reno' | 'cubic' | 'bbr' = 'cubic') => ({
  rate,
  roundTrip,
  congestionControl,
});
const narrow = linkOf(12);
const wider = linkOf(16);
const threeLinks = [linkOf(4, 100), wider, linkOf(50, 20)];
const length = { seconds, warmup: 10 };

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
    measureFlows({ lab, tell, ...length, name: 'netlab-flows', links: [wider], cases, goes: 3 }),
  );
});

test('videos that compete with each congestion control of the system', async () => {
  const cases = [...alone(8), ...withStandby(8)];
  const links = [linkOf(16, 30, 'reno'), linkOf(16, 30, 'cubic'), linkOf(16, 30, 'bbr')];
  await inLab((lab) =>
    measureFlows({ lab, tell, ...length, name: 'netlab-congestion', links, cases, goes: 1 }),
  );
});

test('videos that compete for narrow, usual and wide links', async () => {
  await inLab((lab) =>
    measureFlows({ lab, tell, ...length, name: 'netlab-links', links: threeLinks, cases: alone(8), goes: 3 }),
  );
});

test('videos that compete while packets are lost', async () => {
  const cases = [0.005, 0.01, 0.02].flatMap((loss) => alone(8, { loss }).concat(withStandby(8, { loss })));
  await inLab((lab) =>
    measureFlows({ lab, tell, ...length, name: 'netlab-loss', links: [wider], cases, goes: 1 }),
  );
});

test('videos that compete while packets are lost in bursts', async () => {
  const losses = { loss: 0.01, lostInARow: 4 };
  const cases = [...alone(8, losses), ...withStandby(8, losses)];
  await inLab((lab) =>
    measureFlows({ lab, tell, ...length, name: 'netlab-bursts', links: [wider], cases, goes: 1 }),
  );
});

test('videos that pages send', async () => {
  const flows = 8;
  const cases: FlowsCase[] = senders.page.map((transport) => ({ transport, flows, sender: 'page' }));
  cases.push({ transport: 'paceA', flows, sender: 'page', standbys: 1 });
  await inLab((lab) =>
    measureFlows({ lab, tell, ...length, name: 'netlab-pages', links: [wider], cases, goes: 2 }),
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
    measureFlows({ lab, tell, ...length, name: 'netlab-mixed', links: [wider], cases, goes: 3 }),
  );
});

test('a link that changes while videos compete for it', async () => {
  const transports = ['plain', 'none', 'paceA', 'paceK'] as const;
  await inLab((lab) =>
    measureChange({ lab, tell, ...length, link: wider, changed: 6, flows: 8, transports, goes: 2 }),
  );
});

test('a share of the link beside one TCP connection that takes all it can get', async () => {
  await inLabs(threeLinks.length, (labs) =>
    measureShare({
      tell,
      warmup: length.warmup,
      seconds: 2 * length.seconds,
      goes: 8,
      links: threeLinks.map((plan, i) => ({ lab: labs[i]!, plan })),
      transports: ['plain', 'none', 'paceA', 'paceK'],
    }),
  );
});

test('the connection that is used vanishes for a while', async () => {
  await inLab((lab) =>
    measureHoles({
      lab,
      tell,
      link: wider,
      seconds: 12, // after a hole of 2 s TCP tries again up to 3 s later
      warmup: 2,
      holes: [100, 300, 600, 2000],
      transports: ['plain', 'paceA', 'paceK'],
      goes: 3,
    }),
  );
});

test('the connection that is used vanishes while the sender is busy', async () => {
  await inLab((lab) =>
    measureBusy({
      lab,
      tell,
      link: wider,
      seconds: 4,
      warmup: 2,
      busy: [
        { ms: 0, of: 100 },
        { ms: 40, of: 50 },
        { ms: 40, of: 100 },
        { ms: 80, of: 100 },
      ],
      goes: 11,
    }),
  );
});

test('how long messages take by their importance', async () => {
  await inLab((lab) =>
    measureLayers({ lab, tell, ...length, link: narrow, flows: 6, transports: senders, goes: 2 }),
  );
});

test('how much of videos is seen by how long one waits for it', async () => {
  await inLab((lab) =>
    measureThresholds({
      lab,
      tell,
      ...length,
      link: wider,
      flows: 8,
      transports: senders,
      thresholds: [50, 100, 200, 500, 1000],
      goes: 1,
    }),
  );
});

test('videos that are streams of one session share it as they are told to', async () => {
  const cases = [
    ...(['plain', 'gated', 'paceA', 'paceK'] as const).map(apartBy),
    ...(['paceA', 'paceK'] as const).flatMap(streamsBy),
  ];
  await inLab((lab) => measureStreams({ lab, tell, ...length, link: narrow, cases, goes: 2 }));
});

test('eight videos of one connection beside eight connections', async () => {
  await inLab((lab) =>
    measureSessions({
      lab,
      tell,
      ...length,
      link: wider,
      videos: 8,
      apart: ['plain', 'gated', 'none', 'paceA', 'paceK'],
      together: ['plain', 'gated', 'qmux', 'none', 'paceA', 'paceK'],
      goes: 2,
    }),
  );
});

test('a thin stream beside bulk, with loss', async () => {
  const ways = [
    { transport: 'plain', standbys: 0, apart: false },
    { transport: 'plain', standbys: 0, apart: true },
    ...(['none', 'paceA', 'paceK'] as const).flatMap((transport) =>
      [0, 1].map((standbys) => ({ transport, standbys, apart: false })),
    ),
  ] as const;
  await inLab((lab) =>
    measureThin({ lab, tell, ...length, link: wider, losses: [0, 0.01, 0.02], ways, goes: 2 }),
  );
});

async function inLab(measure: (lab: Lab) => Promise<Findings | readonly Findings[]>): Promise<void> {
  await inLabs(1, ([lab]) => measure(lab!));
}

async function inLabs(
  count: number,
  measure: (labs: readonly Lab[]) => Promise<Findings | readonly Findings[]>,
): Promise<void> {
  test.skip(why !== undefined, why);
  const labs: Lab[] = [];
  try {
    while (labs.length < count) labs.push(await Lab.up({ isRealTime: true }));
    for (const findings of [await measure(labs)].flat()) tell(writeResults(findings));
  } finally {
    for (const lab of labs) lab.down();
  }
}
