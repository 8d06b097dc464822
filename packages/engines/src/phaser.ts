/// <reference lib="esnext.disposable" preserve="true" />
import { checkKind } from '@doha/loop/options';
import { EngineFrame } from './frame/engine-frame.ts';
import type { EngineFrameOptions } from './frame/engine-frame-options.ts';

export { EngineFrame } from './frame/engine-frame.ts';
export type { EngineFrameOptions, EngineOptions } from './frame/engine-frame-options.ts';

/** The part of Phaser's `Scene` that is used here. */
export interface PhaserScene {
  readonly events: {
    on(event: string, listener: (time: number, delta: number) => void): unknown;
    off(event: string, listener: (time: number, delta: number) => void): unknown;
  };
  readonly sys: { isActive(): boolean };
}

/**
 * Runs a frame in a scene of Phaser: in its event `update`, which precedes the method `update` of the scene. It makes no steps while the scene is paused or
 * sleeps, and is disposed when the scene shuts down. Disposing the frame removes it from the scene.
 *
 * Throws a TypeError if `scene` is no scene or an option is of the wrong type, and a RangeError if an option is out of its range.
 */
export function addToScene<E extends object>(
  scene: PhaserScene,
  options: EngineFrameOptions<E>,
): EngineFrame<E> {
  const isScene = typeof (scene as Partial<PhaserScene> | undefined)?.events?.on === 'function';
  checkKind('addToScene: scene', isScene, 'a Scene of Phaser that has been started', scene);
  const { events } = scene;
  let last: number | undefined; // undefined in the first frame after a pause
  const update = (time: number, delta: number): void => {
    // Phaser limits and smooths `delta`, so the sum of all `delta` is not real time at low frame rates.
    const elapsed = last === undefined ? delta : time - last;
    last = time;
    frame.advance(elapsed);
  };
  const listeners: [event: string, listener: typeof update][] = [
    ['update', update],
    ['pause', () => (last = undefined)],
    ['sleep', () => (last = undefined)],
    ['shutdown', () => frame.dispose()],
    ['destroy', () => frame.dispose()],
  ];
  const frame = new EngineFrame(options, {
    remove: () => listeners.forEach(([event, listener]) => events.off(event, listener)),
    speed: () => (scene.sys.isActive() ? 1 : 0),
  });
  for (const [event, listener] of listeners) events.on(event, listener);
  return frame;
}
