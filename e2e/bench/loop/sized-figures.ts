import type { Page } from '@playwright/test';
import type { Row } from '../../tools/results/results.ts';
import { type Bar, judge } from '../../tools/statistics/bar.ts';
import { median } from '../../tools/statistics/statistics.ts';
import type { BenchFigure, FigureResults, Scale } from '../figure-results.ts';
import { addressOf, type ByEnvironment, figureInBoth, type FigureRequest } from '../figure-in-both.ts';
import { figureInNode } from '../figure-in-node.ts';
import { pending, ratios, samplesOf, sizedRows, valuesOf } from '../sized-rows.ts';

/** Figures by the number of pending tasks: times in ns per task, and bytes. */
export const sizedFigures: readonly BenchFigure[] = [
  comparedFigure('queue', 'the queue alone: push all tasks, pop and call all', [
    { bar: 'queue: time, × plain calls', of: '@doha/loop queue', to: 'plain calls', limit: { most: 3.5 } },
    { bar: 'queue: speed, × flatqueue', of: 'flatqueue', to: '@doha/loop queue', limit: { least: 1.8 } },
  ]),
  comparedFigure(
    'whole',
    'the whole loop in a frame of the application: submit all tasks, run until the loop is empty',
    [{ bar: 'loop: time, × plain calls', of: '@doha/loop', to: 'plain calls', limit: { most: 6 } }],
  ),
  comparedFigure(
    'turns',
    'the whole loop in turns of the platform: submit all tasks, wait for the last one',
    [
      { bar: 'loop: speed, × React', of: 'React scheduler', to: '@doha/loop', limit: { least: 5 } },
      { bar: 'loop: speed, × postTask', of: 'scheduler.postTask', to: '@doha/loop', limit: { least: 50 } },
    ],
  ),
  comparedFigure('cancel', 'submit all tasks, cancel each', [
    {
      bar: 'submit + cancel: speed, × tinyqueue with dead flags',
      of: 'tinyqueue, dead flags',
      to: '@doha/loop',
      limit: { least: 4 },
    },
  ]),
  comparedFigure('batch', 'cancel a batch', [
    {
      bar: 'batch.cancel: time per task, × a plain call',
      of: '@doha/loop batch.cancel',
      to: 'plain calls',
      limit: { most: 1 },
    },
  ]),
  comparedFigure('hold', 'steady re-submission: each task submits itself again', []),
  { title: 'minimal updates of entities through `Frame`', make: benchFrame },
  { title: 'the cost of a probe', make: benchProbe },
  { title: 'the cost of recording pools and sessions', make: benchRecorders },
  { title: 'bytes allocated per task', make: (_, scale) => benchBytes(scale) },
];

/**
 * A bar for a ratio: the time of the contestant `of`, divided by the time of the contestant `to`.
 */
interface Comparison extends Pick<Bar, 'bar' | 'limit'> {
  readonly of: string;
  readonly to: string;
}

function comparedFigure(figure: string, title: string, comparisons: readonly Comparison[]): BenchFigure {
  return {
    title,
    async make(page, scale) {
      const found = await figureInBoth(page, ...requests(figure, scale));
      const sizes = barSizes(scale);
      const bars = comparisons.flatMap(({ of, to, ...bar }) =>
        ratios(found, { of, to, sizes }).map((ratio) => judge({ ...bar, ...ratio })),
      );
      return resultsOf(figure, found, { scale, bars });
    },
  };
}

/**
 * The sizes for which bars are judged. With fewer tasks the cost of a turn dominates, with more
 * tasks the cost of main memory.
 */
function barSizes({ sizes }: Scale): readonly number[] {
  return sizes.filter((size) => size >= 100 && size <= 10_000);
}

/**
 * The figure `turns` has fewer tasks and rounds than the other figures, because the schedulers of
 * other libraries take microseconds per task. Above 10,000 pending tasks it has even fewer rounds.
 */
function requests(figure: string, { sizes, rounds, tasks }: Scale): FigureRequest[] {
  if (figure !== 'turns') return [{ figure, sizes, rounds, tasks }];
  const some = { figure, tasks: tasks / 2 };
  const many = sizes.filter((size) => size > 10_000);
  const few = sizes.filter((size) => size <= 10_000);
  return [
    { ...some, sizes: few, rounds: Math.ceil(rounds / 2) },
    { ...some, sizes: many, rounds: Math.ceil(rounds / 5) },
  ].filter((request) => request.sizes.length > 0);
}

async function benchFrame(page: Page, scale: Scale): Promise<FigureResults> {
  const { sizes, rounds, tasks } = scale;
  const found = await figureInBoth(page, { figure: 'frame', sizes, rounds, tasks });
  const bars = Object.entries(found).map(([environment, series]) => {
    const perSecond = barSizes(scale).map((size): [string, number] => [
      `${size.toLocaleString('en')} entities`,
      1e9 / median(valuesOf(series, '@doha/loop frame', size)),
    ]);
    return judge({
      bar: 'frame: updates per second',
      limit: { least: 1e6 },
      environment,
      found: Object.fromEntries(perSecond),
    });
  });
  return resultsOf('frame', found, { scale, bars });
}

async function benchProbe(page: Page, scale: Scale): Promise<FigureResults> {
  const { rounds, sizes, tasks } = scale;
  const found = await figureInBoth(page, { figure: 'probe', sizes, rounds, tasks });
  const bars = Object.entries(found).flatMap(([environment, series]) => {
    const timeOf = (name: string, size: number): number => median(valuesOf(series, name, size));
    const bySize = (ofSize: (size: number) => number): Record<string, number> =>
      Object.fromEntries(barSizes(scale).map((size) => [pending(size), ofSize(size)]));
    const absent = judge({
      bar: 'probe without callbacks: time, × no probe',
      limit: { most: 1.03 },
      environment,
      found: bySize((size) => timeOf('an object without callbacks', size) / timeOf('no probe', size)),
    });
    const recorder = judge({
      bar: 'recorder: ns per event, without the reading of the clock',
      limit: { most: 100 },
      environment,
      found: bySize(
        (size) =>
          timeOf('a recorder', size) - timeOf('no probe', size) - timeOf('readings of the clock', size),
      ),
    });
    return [absent, recorder];
  });
  return resultsOf('probe', found, { scale, bars });
}

async function benchRecorders(page: Page, scale: Scale): Promise<FigureResults> {
  const { rounds, tasks } = scale;
  const found = await figureInBoth(page, { figure: 'recorders', sizes: [100], rounds, tasks });
  const bars = Object.entries(found).map(([environment, series]) => {
    const clock = 'readings of the clock';
    const timeOf = (name: string): number => median(valuesOf(series, name, 100));
    // A call in a worker is recorded with the readings of the worker's loop.
    const own = (name: string): number => timeOf(name) - (name === 'a call in a worker' ? 0 : timeOf(clock));
    const names = series.map(({ name }) => name).filter((name) => name !== clock);
    return judge({
      bar: 'recorder: ns per callback, without the reading of the clock',
      limit: { most: 100 },
      environment,
      found: Object.fromEntries(names.map((name) => [name, own(name)])),
    });
  });
  return resultsOf('recorders', found, { scale, bars });
}

async function benchBytes(scale: Scale): Promise<FigureResults> {
  const request = {
    figure: 'bytes',
    sizes: [1000],
    rounds: scale.rounds * 8,
    tasks: Math.min(scale.tasks, 8000),
  };
  const found = { Node: await figureInNode(addressOf(request)) };
  const ours = found.Node.filter(({ name }) => name.startsWith('@doha/loop'));
  // The smallest object takes 16 bytes. A reading of the clock is a number of 16 bytes, but the
  // tasks of a burst (up to 32) share one reading.
  const bar = judge({
    bar: 'bytes allocated per task; an object would be 16 or more',
    limit: { most: 2 },
    environment: 'Node',
    found: Object.fromEntries(ours.map(({ name, values }): [string, number] => [name, median(values)])),
  });
  return resultsOf('bytes', found, { scale, bars: [bar] });
}

function resultsOf(
  figure: string,
  found: ByEnvironment,
  { scale, bars }: { scale: Scale; bars: readonly Row[] },
): FigureResults {
  const { rounds, tasks } = scale;
  return {
    name: `loop-${figure}`,
    parameters: { rounds, tasks },
    rows: sizedRows(found),
    samples: samplesOf(found),
    bars,
  };
}
