import type { Sample } from './sample.ts';

/** The parts of a score, each from 0 to 1. README.md has the reasons for each part. */
export interface Parts {
  readonly frames: number;
  readonly input: number;
  readonly life: number;
}

export const partNames = ['frames', 'input', 'life'] as const satisfies readonly (keyof Parts)[];

/** The rate above which more frames do not raise the score, in Hz. Displays of 60 and of 144 Hz are thereby comparable. */
const fullRate = 60;

/** The highest input latency in ms that costs no points: two frames at 60 Hz. A twice as long latency halves the part. */
const noticed = 2000 / 60;

/** The smallest value of a part, so that the losses of each part stay finite. */
const least = 0.001;

/**
 * The parts of the score of a run, or undefined if the run had no input. `displayRate`: the rate of the display in Hz.
 */
export function partsOf(sample: Sample, displayRate: number): Parts | undefined {
  const latency = quantile(sample.latencies, 0.95);
  if (Number.isNaN(latency)) return undefined;
  const target = (Math.min(fullRate, displayRate) * sample.duration) / 1000;
  return {
    frames: share(sample.frames / target),
    input: share(noticed / latency),
    life: share(sample.lived),
  };
}

/** The score, 0 to 100: the geometric mean of the parts. A contestant cannot make up for a bad part by a good one. */
export function scoreOf({ frames, input, life }: Parts): number {
  return 100 * Math.cbrt(frames * input * life);
}

/** The points that each part costs. Together they are 100 minus the score. */
export function lossesOf(parts: Parts): Parts {
  const lost = 100 - scoreOf(parts);
  const all = partNames.reduce((sum, name) => sum - Math.log(parts[name]), 0);
  const lossOf = (part: number): number => (all === 0 ? 0 : (lost * -Math.log(part)) / all);
  return { frames: lossOf(parts.frames), input: lossOf(parts.input), life: lossOf(parts.life) };
}

/** The value below which the share `p` (0 to 1) of the values lies, interpolated. NaN if there are no values. */
export function quantile(values: readonly number[], p: number): number {
  const sorted = Float64Array.from(values).toSorted();
  const position = (sorted.length - 1) * p;
  const below = sorted[Math.floor(position)] ?? NaN;
  const above = sorted[Math.ceil(position)] ?? NaN;
  return below + (above - below) * (position % 1);
}

/** NaN if there are no values. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

function share(value: number): number {
  return Math.min(1, Math.max(least, value));
}
