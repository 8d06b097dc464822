import { FrameMeter } from './frame-meter.ts';
import type { ProgramFrame } from './program-frame.ts';
import { type Version, versions } from './program-frame.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { Stopwatch } from './scenarios/stopwatch.ts';

/** Rounds of a comparison. Each version runs once in a round. */
export const rounds = 3;

/** The names of the figures of frames. */
export const frameRate = 'frames per second';
export const longestFrame = 'longest time without a frame';

/** The measured values of a version, by the name of the figure: one per round. */
export type Measured = ReadonlyMap<string, readonly number[]>;

/**
 * Runs both versions through the same steps, in turns, so that noise affects both equally. Calls `measured` after each run with all values of the version
 * so far. Rejects when `signal` is aborted.
 */
export async function compare(
  frame: ProgramFrame,
  scenario: Scenario,
  signal: AbortSignal,
  measured: (version: Version, values: Measured) => void,
): Promise<void> {
  const all: Record<Version, Map<string, number[]>> = { doha: new Map(), plain: new Map() };
  for (let round = 0; round < rounds; round++) {
    for (const version of round % 2 === 0 ? versions : versions.toReversed()) {
      const figures = await runOnce(frame, version, scenario, signal);
      for (const [name, value] of Object.entries(figures))
        all[version].set(name, [...(all[version].get(name) ?? []), value]);
      measured(version, all[version]);
    }
  }
}

async function runOnce(
  frame: ProgramFrame,
  version: Version,
  scenario: Scenario,
  signal: AbortSignal,
): Promise<Readonly<Record<string, number>>> {
  const program = await frame.load(version);
  signal.throwIfAborted();
  const meter = new FrameMeter(Infinity);
  let isOver = false;
  requestAnimationFrame(function next(now) {
    if (isOver) return;
    meter.add(now);
    requestAnimationFrame(next);
  });
  try {
    const durations = await scenario.run(program, new Stopwatch(signal));
    return { [frameRate]: meter.rate ?? NaN, [longestFrame]: meter.longest ?? NaN, ...durations };
  } finally {
    isOver = true;
  }
}
