import type { Calibration, Environment, Plan, Report } from './report.ts';
import { geometricMean, lossesOf, type Parts, partNames, partsOf, quantile, scoreOf } from './score.ts';
import type { Sample } from './sample.ts';

/** The median over all rounds, and the lowest and the highest round. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** A contestant in a scene. Figures are medians over all rounds. */
export interface Entry {
  readonly scene: string;
  readonly contestant: string;
  /** Over the rounds with input; undefined if no round had any. */
  readonly score?: Spread | undefined;
  /** The points that each part costs; undefined without a score. */
  readonly losses?: Parts | undefined;
  readonly fps: number;
  /** 95th percentile of the input latency in ms; undefined without input. */
  readonly latency?: number | undefined;
  /** 0 to 1, weighted by importance. */
  readonly lived: number;
  readonly livedUnweighted: number;
  /** Updates per second. */
  readonly updateRate: number;
  /** The longest time in ms between two frames. */
  readonly longestGap: number;
  /** Interaction to Next Paint in ms over all rounds; 0 if all interactions took less than 16 ms, undefined if it was not measured. */
  readonly inp?: number | undefined;
}

/** A contestant in all scenes. */
export interface Overall {
  readonly contestant: string;
  readonly score?: Spread | undefined;
}

/** The results of a benchmark without its samples. */
export interface Summary {
  readonly date: string;
  readonly environment: Environment;
  readonly plan: Plan;
  readonly missing: Report['missing'];
  readonly calibrations: readonly Calibration[];
  /** The mean time of the reference work before each run, divided by its shortest time: 1 on a quiet machine. */
  readonly noise: number;
  readonly overall: readonly Overall[];
  readonly entries: readonly Entry[];
}

export function summarize(report: Report): Summary {
  const { plan, samples, environment } = report;
  const able = plan.contestants.filter((id) => report.missing[id] === undefined);
  const rate = environment.displayRate;
  const of = (scene: string, contestant: string): Sample[] =>
    samples.filter((sample) => sample.scene === scene && sample.contestant === contestant);
  return {
    date: report.date,
    environment,
    plan,
    missing: report.missing,
    calibrations: report.calibrations.map(roundedCalibration),
    noise: noiseOf(samples),
    overall: able.map((contestant) => ({
      contestant,
      score: overallScore(
        samples.filter((sample) => sample.contestant === contestant),
        plan,
        rate,
      ),
    })),
    entries: plan.scenes.flatMap((scene) => able.map((id) => entryOf(of(scene, id), rate))),
  };
}

function noiseOf(samples: readonly Sample[]): number {
  const times = samples.map(({ reference }) => reference);
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  return rounded(mean / Math.min(...times), 2);
}

/** The spread over the rounds of the geometric mean over the scenes. A round without input in a scene is left out; undefined if that is so in all rounds. */
function overallScore(samples: readonly Sample[], { rounds }: Plan, displayRate: number): Spread | undefined {
  const scores = Array.from({ length: rounds }, (_, i) =>
    geometricMean(
      samples.filter(({ round }) => round === i + 1).map((sample) => scoreOfSample(sample, displayRate)),
    ),
  );
  return spreadOf(scores);
}

function entryOf(samples: readonly Sample[], displayRate: number): Entry {
  const medianOf = (value: (sample: Sample) => number): number => quantile(samples.map(value), 0.5);
  const { contestant, scene } = samples[0]!;
  const score = spreadOf(samples.map((sample) => scoreOfSample(sample, displayRate)));
  const latency = quantile(
    samples.filter(({ latencies }) => latencies.length > 0).map(({ latencies }) => quantile(latencies, 0.95)),
    0.5,
  );
  return {
    scene,
    contestant,
    score,
    losses: score && lossesIn(samples, score.median, displayRate),
    fps: rounded(
      medianOf(({ duration, frames }) => (1000 * frames) / duration),
      1,
    ),
    latency: Number.isNaN(latency) ? undefined : rounded(latency, 1),
    lived: rounded(
      medianOf(({ lived }) => lived),
      4,
    ),
    livedUnweighted: rounded(
      medianOf(({ livedUnweighted }) => livedUnweighted),
      4,
    ),
    updateRate: Math.round(medianOf(({ updateRate }) => updateRate)),
    longestGap: rounded(
      medianOf(({ longestGap }) => longestGap),
      1,
    ),
    inp: inpOf(samples),
  };
}

function scoreOfSample(sample: Sample, displayRate: number): number {
  const parts = partsOf(sample, displayRate);
  return parts === undefined ? NaN : scoreOf(parts);
}

/** The losses by the median of each part, scaled so that together they are 100 minus the score. */
function lossesIn(samples: readonly Sample[], score: number, displayRate: number): Parts {
  const parts = samples.flatMap((sample) => partsOf(sample, displayRate) ?? []);
  const medianOf = (name: keyof Parts): number =>
    quantile(
      parts.map((one) => one[name]),
      0.5,
    );
  const losses = lossesOf({ frames: medianOf('frames'), input: medianOf('input'), life: medianOf('life') });
  const sum = partNames.reduce((total, name) => total + losses[name], 0);
  const scale = sum === 0 ? 0 : (100 - score) / sum;
  const scaled = (name: keyof Parts): number => rounded(losses[name] * scale, 1);
  return { frames: scaled('frames'), input: scaled('input'), life: scaled('life') };
}

/** INP as web-vitals computes it: the longest interaction, without one for each 50 interactions. Undefined if a sample has no interactions. */
function inpOf(samples: readonly Sample[]): number | undefined {
  if (samples.some(({ interactions }) => interactions === undefined)) return undefined;
  const count = samples.reduce((sum, { latencies }) => sum + latencies.length, 0);
  if (count === 0) return undefined;
  const longest = samples
    .flatMap(({ interactions = [] }) => interactions)
    .toSorted((one, other) => other - one);
  return longest[Math.floor(count / 50)] ?? 0;
}

function spreadOf(values: readonly number[]): Spread | undefined {
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length === 0) return undefined;
  return {
    median: rounded(quantile(known, 0.5), 1),
    low: rounded(Math.min(...known), 1),
    high: rounded(Math.max(...known), 1),
  };
}

function roundedCalibration({ frame, load, update, ...rest }: Calibration): Calibration {
  return { ...rest, frame: rounded(frame, 2), update: rounded(update, 2), load: rounded(load, 2) };
}

function rounded(value: number, places: number): number {
  return Number(value.toFixed(places));
}
