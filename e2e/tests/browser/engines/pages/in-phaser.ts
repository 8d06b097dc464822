import { addToScene } from '@doha/engines/phaser';
import * as Phaser from 'phaser';
import { createWalker, displayFrames, until } from './walker.ts';

export interface PhaserReport {
  /** Steps while the scene was running, paused, running again, asleep, and running again. */
  readonly steps: readonly number[];
  readonly survivesErrors: boolean;
  readonly errors: readonly string[];
  /** Listeners of the scene's events before, with and after a frame. */
  readonly listeners: readonly number[];
  /** Whether the shutdown of the scene has disposed the frame. */
  readonly isDisposed: boolean;
  readonly refusals: readonly string[];
}

const events = ['update', 'pause', 'sleep', 'shutdown', 'destroy'];

export async function runInPhaser(): Promise<PhaserReport> {
  const scene = await startScene();
  const { scene: control, events: emitter, game } = scene;
  const listeners = (): number => events.reduce((sum, event) => sum + emitter.listenerCount(event), 0);
  const counts = [listeners()];
  const other = addToScene(scene, createWalker().options);
  counts.push(listeners());
  other.dispose();
  counts.push(listeners());
  const walker = createWalker();
  const engineFrame = addToScene(scene, walker.options);
  const { stats } = engineFrame.frame;
  const stepsIn = async (frames: number): Promise<number> => {
    const { steps } = stats;
    await displayFrames(frames);
    return stats.steps - steps;
  };
  await until(() => stats.steps >= 3);
  const steps = [stats.steps];
  for (const [pause, resume] of [
    [() => control.pause(), () => control.resume()],
    [() => control.sleep(), () => control.wake()],
  ] as const) {
    pause();
    await displayFrames(2); // Phaser applies the change in its next frame
    steps.push(await stepsIn(5));
    resume();
    await displayFrames(2);
    steps.push(await stepsIn(10));
  }
  walker.act = () => {
    throw new Error('chaos');
  };
  await until(() => walker.errors.length >= 3);
  const survivesErrors = game.loop.running;
  control.stop();
  await until(() => engineFrame.frame.disposed);
  const report = {
    steps,
    survivesErrors,
    errors: [...new Set(walker.errors)],
    listeners: counts,
    isDisposed: engineFrame.frame.disposed,
    refusals: [undefined, {}].map(refusalOf),
  };
  game.destroy(true);
  return report;
}

function startScene(): Promise<Phaser.Scene> {
  return new Promise((resolve) => {
    const scene = {
      create(this: Phaser.Scene) {
        resolve(this);
      },
    };
    void new Phaser.Game({
      type: Phaser.CANVAS,
      width: 10,
      height: 10,
      banner: false,
      audio: { noAudio: true },
      scene,
    });
  });
}

function refusalOf(scene: unknown): string {
  try {
    addToScene(scene as Phaser.Scene, createWalker().options);
    return 'none';
  } catch (error) {
    return String(error);
  }
}
