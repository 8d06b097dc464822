import type { Page } from '@playwright/test';
import { readReport } from '../../tools/browsers/read-report.ts';
import type { Row } from '../../tools/results/results.ts';
import { judge } from '../../tools/statistics/bar.ts';
import { digits, median, quantile } from '../../tools/statistics/statistics.ts';
import type { FigureResults, Scale } from '../figure-results.ts';
import type { FullPageReport } from './pages/full-loop.ts';
import { pressKeys } from './press-keys.ts';

interface Case {
  readonly by: 'loop' | 'react' | 'post-task';
  /**
   * Slice of the loop in ms. Undefined for React and `scheduler.postTask`, which choose their own.
   */
  readonly slice: number | undefined;
  readonly usesInputPending: boolean;
}

const cases: readonly Case[] = [
  ...[4, 8, 16].flatMap((slice): Case[] => [
    { by: 'loop', slice, usesInputPending: true },
    { by: 'loop', slice, usesInputPending: false },
  ]),
  { by: 'react', slice: undefined, usesInputPending: false },
  { by: 'post-task', slice: undefined, usesInputPending: false },
];

const names = { loop: '@doha/loop', react: 'React scheduler', 'post-task': 'scheduler.postTask' } as const;

/** The rates and samples from all visits to the page of a case. */
interface Found extends Case {
  readonly frameRate: number;
  readonly frameGaps: readonly number[];
  readonly keyDelays: readonly number[];
  readonly taskRate: number;
}

/** Frame rate and input latency of a page whose main thread always has more tasks than it can run. */
export async function benchFullPage(
  page: Page,
  { seconds, repetitions, settle }: Scale,
): Promise<FigureResults> {
  const visits = new Map<Case, FullPageReport[]>(cases.map((one) => [one, []]));
  for (let repetition = 0; repetition < repetitions; repetition++) {
    for (const [one, reports] of visits) {
      const report = readReport<FullPageReport>(page, addressOf(one, { seconds, settle }));
      await pressKeys(page, report);
      reports.push(await report);
    }
  }
  const found = [...visits].map(([one, reports]) => sumUp(one, reports));
  return {
    name: 'loop-full-page',
    parameters: { seconds, repetitions, 'task µs': 50 },
    rows: found.map((one) => ({
      by: names[one.by],
      'slice ms': one.slice ?? null,
      isInputPending: one.usesInputPending,
      'frames/s': digits(one.frameRate, 3),
      'frame gap p95 ms': digits(quantile(one.frameGaps, 0.95), 3),
      'key delay p50 ms': digits(median(one.keyDelays), 3),
      'key delay p95 ms': digits(quantile(one.keyDelays, 0.95), 3),
      'tasks/s': digits(one.taskRate, 3),
    })),
    samples: Object.fromEntries(
      found.flatMap((one): [string, readonly number[]][] => [
        [`${nameOf(one)}: frame gaps`, one.frameGaps],
        [`${nameOf(one)}: key delays`, one.keyDelays],
      ]),
    ),
    bars: judgeAll(found.filter(({ by }) => by === 'loop')),
  };
}

function addressOf(
  { by, slice, usesInputPending }: Case,
  { seconds, settle }: Pick<Scale, 'seconds' | 'settle'>,
): string {
  const knobs = [`by=${by}`, `seconds=${seconds}`, `settle=${settle}`, 'keys=1', 'frames=1', 'task=50'];
  if (slice !== undefined) knobs.push(`slice=${slice}`, `input-pending=${usesInputPending ? 'yes' : 'no'}`);
  return `/e2e/bench/loop/pages/full-loop.html?${knobs.join('&')}`;
}

function sumUp(one: Case, reports: readonly FullPageReport[]): Found {
  const total = (of: (report: FullPageReport) => number): number =>
    reports.reduce((sum, report) => sum + of(report), 0);
  const duration = total((report) => report.duration) / 1000;
  return {
    ...one,
    usesInputPending: one.usesInputPending && reports.every((report) => report.canAskForInput),
    frameRate: total((report) => report.frameGaps.length) / duration,
    frameGaps: reports.flatMap((report) => report.frameGaps.map((gap) => digits(gap, 4))),
    keyDelays: reports.flatMap((report) => report.keyDelays.map((late) => digits(late, 4))),
    taskRate: total((report) => report.tasks) / duration,
  };
}

function nameOf({ by, slice, usesInputPending }: Found): string {
  return slice === undefined
    ? by
    : `${by}, slice ${slice}, ${usesInputPending ? 'with' : 'without'} isInputPending`;
}

function judgeAll(found: readonly Found[]): Row[] {
  const environment = 'Chromium';
  const asking = found.filter(({ usesInputPending }) => usesInputPending);
  const notAsking = found.filter(({ usesInputPending }) => !usesInputPending);
  const at = (those: readonly Found[], value: (one: Found) => number): Record<string, number> =>
    Object.fromEntries(those.map((one) => [nameOf(one), value(one)]));
  const late = ({ keyDelays }: Found): number => quantile(keyDelays, 0.95);
  const overSlice = at(notAsking, (one) => late(one) - one.slice!);
  const bars = [
    // The display has 60 Hz. An observation of some seconds begins and ends between two frames,
    // which lowers the frame rate by up to 0.5 fps.
    judge({
      bar: 'full page: frames/s',
      limit: { least: 59.5 },
      environment,
      found: at(found, (one) => one.frameRate),
    }),
    judge({ bar: 'full page: key delay p95 - slice, ms', limit: { most: 1 }, environment, found: overSlice }),
  ];
  if (asking.length === 0) return bars;
  const bar = 'full page: key delay p95 with isInputPending, ms';
  return [...bars, judge({ bar, limit: { most: 1.5 }, environment, found: at(asking, late) })];
}
