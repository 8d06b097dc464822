/// <reference lib="esnext.disposable" preserve="true" />
import { checkCallback, checkKind, checkObject } from '@doha/loop/options';
import { EngineFrame } from './frame/engine-frame.ts';
import type { EngineFrameOptions } from './frame/engine-frame-options.ts';

export { EngineFrame } from './frame/engine-frame.ts';
export type { EngineFrameOptions, EngineOptions } from './frame/engine-frame-options.ts';

/** The part of a renderer of three.js that is used here. `F` is the type of WebXR frames. */
export interface ThreeRenderer<F = unknown> {
  setAnimationLoop(callback: ((time: number, xrFrame: F) => void) | null): unknown;
}

/** The options of {@link runInAnimationLoop}: those of an {@link EngineFrame} and `draw`. */
export interface AnimationLoopOptions<E extends object, F = unknown> extends EngineFrameOptions<E> {
  /**
   * Called in each display frame after the updates, usually with `renderer.render(scene, camera)`. `time` is the timestamp of the frame in ms. `xrFrame` is
   * the WebXR frame in an immersive session. Default: nothing.
   */
  draw?: ((time: number, xrFrame: F) => unknown) | undefined;
}

/**
 * Runs a frame in the animation loop of a renderer of three.js, which it takes over: `renderer.setAnimationLoop` has one callback. Disposing the frame ends
 * the animation loop.
 *
 * Throws a TypeError if `renderer` is no renderer or an option is of the wrong type, and a RangeError if an option is out of its range.
 */
export function runInAnimationLoop<E extends object, F = unknown>(
  renderer: ThreeRenderer<F>,
  options: AnimationLoopOptions<E, F>,
): EngineFrame<E> {
  const isRenderer = typeof (renderer as ThreeRenderer<F> | undefined)?.setAnimationLoop === 'function';
  checkKind('runInAnimationLoop: renderer', isRenderer, 'a renderer of three.js', renderer);
  checkObject('runInAnimationLoop: options', options);
  const { draw, ...frameOptions } = options;
  if (draw !== undefined) checkCallback('runInAnimationLoop: draw', draw);
  let last: number | undefined;
  const frame = new EngineFrame<E>(frameOptions, { remove: () => void renderer.setAnimationLoop(null) });
  renderer.setAnimationLoop((time, xrFrame) => {
    const elapsed = time - (last ?? time);
    last = time;
    frame.advance(elapsed);
    try {
      if (!frame.frame.disposed) draw?.(time, xrFrame);
    } catch (error) {
      frame.loop.reportError(error); // an error must not end the loop of the engine
    }
  });
  return frame;
}
