import type { Contestant } from '../contestants/contestant.ts';
import type { Sample } from '../results/sample.ts';
import type { SceneKind, World } from '../scenes/scene-kind.ts';
import { AnswerLife } from './answer-life.ts';
import type { InputSource } from './input-source.ts';
import type { Life } from './life.ts';
import { nextFrame } from '../../lib/next-frame.ts';
import { nextTask } from '../../lib/next-task.ts';
import { ObservedScene } from './observed-scene.ts';
import { StepLife } from './step-life.ts';
import { think } from '../scenes/think.ts';

/** One run: a contestant plays a scene. */
export interface Run {
  readonly kind: SceneKind;
  readonly contestant: Contestant;
  readonly effort: number;
  /** Seconds in which frames and inputs are counted. */
  readonly seconds: number;
  readonly round: number;
}

/** The figures of a run, and the time in ms in which interactions belong to it. */
export interface Played {
  readonly sample: Sample;
  readonly from: number;
  readonly to: number;
}

/** The share of the counted time that a run takes before frames and inputs are counted. */
const settling = 0.2;

/** A contestant without display frames is stopped after this time in ms beyond the end of its run. */
const patience = 3000;

/**
 * Plays a scene with a contestant.
 *
 * @throws Error if the contestant throws, also in a later callback; the reason of `signal` if it is aborted.
 */
export async function play(
  run: Run,
  canvas: HTMLCanvasElement,
  inputs: InputSource,
  signal: AbortSignal,
): Promise<Played> {
  const { contestant, effort, kind } = run;
  const world = kind.create(canvas, effort);
  const reference = timeReference();
  const startedAt = await nextFrame();
  for (const entity of [...world.always, ...world.entities]) entity.updatedAt = startedAt;
  const life = createLife(kind, world, startedAt);
  const scene = new ObservedScene(world, life, () => performance.now());
  inputs.onInput = (input) => scene.take(input);
  let stop = (): void => {};
  try {
    const counted = observe(scene, run, startedAt, signal);
    stop = contestant.start(scene);
    const { from, to, drawnAt } = await counted;
    for (let i = 0; i < 2; i++) await nextTask(); // events that wait for the page arrive, and count
    const gaps = drawnAt.map((time, i) => time - (drawnAt[i - 1] ?? from));
    const lived = scene.lived(Math.max(to, performance.now()));
    const sample: Sample = {
      scene: kind.id,
      contestant: contestant.id,
      round: run.round,
      duration: to - from,
      frames: drawnAt.length,
      longestGap: Math.max(...gaps, to - (drawnAt.at(-1) ?? from)),
      latencies: scene.latencies(from),
      lived: lived.weighted,
      livedUnweighted: lived.unweighted,
      reference,
      updateRate: (1000 * scene.updates) / (to - startedAt),
    };
    return { sample, from, to };
  } finally {
    inputs.onInput = undefined;
    stop();
    scene.end(contestant.name);
    await nextFrame();
  }
}

/** Work that takes some ms. */
const referenceEffort = 100_000;

function timeReference(): number {
  const began = performance.now();
  think(began, 1, referenceEffort);
  return performance.now() - began;
}

function createLife({ life }: SceneKind, world: World, startedAt: number): Life {
  switch (life) {
    case 'steps':
      return new StepLife(world, startedAt);
    case 'answers':
      return new AnswerLife(world, startedAt, () => performance.now());
    default:
      return life satisfies never;
  }
}

/** The counted time, and the times of the display frames in it that presented a new drawing, in ms. */
interface Counted {
  readonly from: number;
  readonly to: number;
  readonly drawnAt: readonly number[];
}

/** Counts presented frames until the end of the run. Rejects if an error is not caught meanwhile. */
function observe(
  scene: ObservedScene,
  { contestant, seconds }: Run,
  startedAt: number,
  signal: AbortSignal,
): Promise<Counted> {
  const { promise, reject, resolve } = deferred<Counted>();
  const ended = new AbortController();
  const drawnAt: number[] = [];
  let from: number | undefined;
  let request = requestAnimationFrame(function count(time: number): void {
    request = requestAnimationFrame(count);
    // The flag was set since this callback of the last display frame: the drawing belongs to that frame.
    if (scene.isDrawn && from !== undefined) drawnAt.push(time);
    scene.isDrawn = false;
    if (time >= startedAt + settling * seconds * 1000) from ??= time;
    if (from !== undefined && time >= from + seconds * 1000) resolve({ from, to: time, drawnAt });
  });
  const end = startedAt + (1 + settling) * seconds * 1000;
  const timer = setTimeout(
    () => resolve({ from: from ?? startedAt, to: performance.now(), drawnAt }),
    end + patience - performance.now(),
  );
  const fail = (error: unknown): void =>
    reject(new Error(`${contestant.name} must not throw: ${String(error)}`, { cause: error }));
  addEventListener('error', ({ error, message }) => fail(error ?? message), ended);
  addEventListener('unhandledrejection', ({ reason }) => fail(reason), ended);
  signal.addEventListener('abort', () => reject(signal.reason as Error), ended);
  if (signal.aborted) reject(signal.reason as Error);
  return promise.finally(() => {
    cancelAnimationFrame(request);
    clearTimeout(timer);
    ended.abort();
  });
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: Error) => void;
}

function deferred<T>(): Deferred<T> {
  let resolve: Deferred<T>['resolve'] = () => {};
  let reject: Deferred<T>['reject'] = () => {};
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}
