import type { Camera } from './camera.ts';
import type { RayTracer } from './ray-tracer.ts';
import { oneWorker, type Series, type Setting } from './series.ts';

/** Rounds of a measurement. */
export const rounds = 5;

/** Callbacks of a measurement. */
export interface Observer {
  /** Starts the workers of a setting. */
  readonly open: (setting: Setting) => Promise<RayTracer>;
  /** The image of a ray tracer begins, in a round that counts from 0. */
  readonly onBegin: (rayTracer: RayTracer, round: number) => void;
  /** A round has ended. */
  readonly onEnd: (series: Series) => void;
}

/**
 * Traces an image in each round once with one worker and once with the setting, in turns, so that noise affects both equally. Rejects when `signal` is
 * aborted.
 */
export async function measure(
  setting: Setting,
  camera: Camera,
  { onBegin, onEnd, open }: Observer,
  signal: AbortSignal,
): Promise<void> {
  const opened: RayTracer[] = [];
  const done: { one: number; own: number }[] = [];
  try {
    for (const used of [oneWorker, setting]) opened.push(await open(used));
    for (let round = 0; round < rounds; round++) {
      const times: number[] = [];
      for (const rayTracer of opened) {
        onBegin(rayTracer, round);
        times.push(await timeOf(rayTracer, camera, signal));
      }
      done.push({ one: times[0]!, own: times[1]! });
      onEnd({ setting, rounds: done });
    }
  } finally {
    for (const rayTracer of opened) rayTracer.close();
  }
}

/** Traces an image. Resolves with its time in ms. */
async function timeOf(rayTracer: RayTracer, camera: Camera, signal: AbortSignal): Promise<number> {
  rayTracer.render(camera);
  for (;;) {
    const { smoothAfter } = rayTracer.progress;
    if (smoothAfter !== undefined) return smoothAfter;
    await new Promise((resolve) => setTimeout(resolve, 20));
    signal.throwIfAborted();
  }
}
