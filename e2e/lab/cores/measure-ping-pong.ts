import type { Findings, Row } from '../../tools/results/results.ts';
import { judge } from '../../tools/statistics/bar.ts';
import { digits, median, medianRatio, round } from '../../tools/statistics/statistics.ts';
import type { RoundTrips, Variant } from './pages/ping-pong.ts';
import { runEverywhere, type Stage } from './run-everywhere.ts';

export interface PingPongOptions {
  /** Message sizes in bytes. */
  readonly sizes: readonly number[];
  /** Number of round trips per time measurement. */
  readonly batch: number;
  readonly rounds: number;
  /** Additional unmeasured rounds with the first size. */
  readonly warmUp: number;
}

/** Round trips between workers in the paper, in ms: with the smallest and with the largest messages. */
const paper = [
  { environment: 'the paper’s Chrome 15', least: 3.4, most: 46.9 },
  { environment: 'the paper’s Firefox', least: 3, most: 4.5 },
] as const;

/** Variants of DOHA with their controls. `most` limits the ratio of the times, for messages of at most `upTo` bytes. */
const comparisons: readonly {
  readonly ours: Variant;
  readonly control: Variant;
  readonly most: number;
  readonly upTo: number;
}[] = [
  {
    ours: 'worker to worker, publish',
    control: 'worker to worker, postMessage',
    most: 1.2,
    upTo: Infinity,
  },
  {
    ours: 'main thread to worker, task',
    control: 'main thread to worker, postMessage',
    most: 1.2,
    upTo: Infinity,
  },
  {
    ours: 'worker to worker, shared table that is waited for',
    control: 'worker to worker, postMessage',
    most: 0.6,
    upTo: 1000,
  },
];

/** Measures the time of round trips between two threads, with each {@link Stage}: a browser, and the pages that it opens. */
export async function measurePingPong(
  stages: readonly Stage[],
  { batch, rounds, sizes, warmUp }: PingPongOptions,
): Promise<Findings & { readonly bars: readonly Row[] }> {
  const found: { environment: string; report: RoundTrips[] }[] = [];
  for (const stage of stages) {
    const request = { study: 'ping-pong', sizes: sizes.join(','), batch, rounds, warmup: warmUp };
    for (const { environment, report } of await runEverywhere<RoundTrips[]>(stage, request))
      found.push({
        environment: stage.isOneCore === true ? `${environment}, one core` : environment,
        report,
      });
  }
  const rows = found.flatMap(({ environment, report }) => rowsOf(environment, report));
  const bars = found.flatMap(({ environment, report }) => barsOf(environment, report));
  const samples: Record<string, readonly number[]> = {};
  for (const { environment, report } of found) {
    for (const { bytes, milliseconds, variant } of report) {
      const name = `${environment}, ${variant}, ${bytes} B`;
      samples[name] = [...(samples[name] ?? []), round(1000 * milliseconds, 2)];
    }
  }
  const ofPaper = paper.map(({ least, most, environment }) => ({
    environment,
    variant: 'worker to worker',
    [columnOf(sizes[0]!)]: 1000 * least,
    [columnOf(sizes.at(-1)!)]: 1000 * most,
  }));
  return {
    name: 'measure-ping-pong',
    parameters: { sizes, batch, rounds, warmUp },
    rows: [...rows, ...ofPaper],
    samples,
    bars,
  };
}

function rowsOf(environment: string, report: readonly RoundTrips[]): Row[] {
  const sizes = [...new Set(report.map(({ bytes }) => bytes))];
  return [...new Set(report.map(({ variant }) => variant))].map((variant) => {
    const row: Record<string, number | string> = { environment, variant };
    for (const size of sizes) row[columnOf(size)] = digits(1000 * median(timesOf(report, variant, size)), 3);
    return row;
  });
}

function barsOf(environment: string, report: readonly RoundTrips[]): Row[] {
  const sizes = [...new Set(report.map(({ bytes }) => bytes))];
  const supported = comparisons.filter(({ ours }) => report.some(({ variant }) => variant === ours));
  return supported.map(({ control, most, ours, upTo }) => {
    const ratios = sizes
      .filter((size) => size <= upTo)
      .map((size) => [`${size} B`, medianRatio(timesOf(report, ours, size), timesOf(report, control, size))]);
    const found = Object.fromEntries(ratios) as Record<string, number>;
    return judge({ bar: `${ours}, × postMessage`, limit: { most }, environment, found });
  });
}

function timesOf(report: readonly RoundTrips[], variant: Variant, size: number): number[] {
  return report
    .filter((one) => one.variant === variant && one.bytes === size)
    .map(({ milliseconds }) => milliseconds);
}

function columnOf(bytes: number): string {
  return `${bytes.toLocaleString('en')} B, µs`;
}
