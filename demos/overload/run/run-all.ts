import { contestants } from '../contestants/contestants.ts';
import type { Contestant } from '../contestants/contestant.ts';
import type { Calibration, Plan, Report } from '../results/report.ts';
import { scenes } from '../scenes/scenes.ts';
import type { SceneKind } from '../scenes/scene-kind.ts';
import { calibrate, displayRate } from './calibrate.ts';
import { environmentOf } from './environment.ts';
import { InputSource } from './input-source.ts';
import { Interactions } from './interactions.ts';
import { nextFrame } from '../../lib/next-frame.ts';
import { order } from './order.ts';
import { play, type Played } from './play.ts';

/** Progress of a benchmark. */
export interface Progress {
  /** 0 to 1. */
  readonly done: number;
  /** Undefined while the page calibrates. */
  readonly contestant: string | undefined;
  readonly scene: SceneKind;
  /** From 1; 0 while the page calibrates. */
  readonly round: number;
}

/** Below this time of a run in s, the calibration is quick: such runs are tests. */
const shortRun = 0.5;

/** Frames after the last run in which the browser reports the last interactions. */
const lastFrames = 10;

/**
 * Runs the whole benchmark on a canvas. `onProgress` is called before each calibration and each run.
 *
 * @throws Error if a contestant throws; the reason of `signal` if it is aborted.
 */
export async function runAll(
  plan: Plan,
  canvas: HTMLCanvasElement,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Report> {
  const kinds = scenes.filter(({ id }) => plan.scenes.includes(id));
  const chosen = contestants.filter(({ id }) => plan.contestants.includes(id));
  const able = chosen.filter((contestant) => contestant.missing?.() === undefined);
  const interactions = new Interactions();
  const inputs = new InputSource(canvas, plan.input);
  try {
    const environment = environmentOf(canvas, await displayRate());
    const calibrations: Calibration[] = [];
    for (const scene of kinds) {
      signal.throwIfAborted();
      onProgress({ done: 0, contestant: undefined, scene, round: 0 });
      calibrations.push(await calibrate(scene, canvas, plan.seconds < shortRun));
    }
    const runs = order(kinds, able, plan.rounds);
    const played: Played[] = [];
    for (const [i, { contestant, round, scene: kind }] of runs.entries()) {
      onProgress({ done: i / runs.length, contestant: contestant.name, scene: kind, round });
      const { effort } = calibrations[kinds.indexOf(kind)]!;
      played.push(
        await play({ kind, contestant, effort, seconds: plan.seconds, round }, canvas, inputs, signal),
      );
    }
    for (let i = 0; i < lastFrames; i++) await nextFrame();
    return {
      date: new Date().toISOString(),
      environment,
      plan,
      missing: missingOf(chosen),
      calibrations,
      samples: played.map((one) => withInteractions(one, plan, interactions)),
    };
  } finally {
    inputs.close();
    interactions.close();
  }
}

function withInteractions(
  { from, sample, to }: Played,
  { input }: Plan,
  interactions: Interactions,
): Report['samples'][number] {
  const found = input === 'visitor' ? interactions.between(from, to) : undefined;
  return found === undefined ? sample : { ...sample, interactions: found };
}

function missingOf(chosen: readonly Contestant[]): Report['missing'] {
  return Object.fromEntries(
    chosen.flatMap(({ id, missing }) => {
      const reason = missing?.();
      return reason === undefined ? [] : [[id, reason]];
    }),
  );
}
