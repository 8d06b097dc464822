/// <reference lib="esnext.disposable" preserve="true" />
import { checkKind } from '@doha/loop/options';
import { EngineFrame } from './frame/engine-frame.ts';
import type { EngineFrameOptions } from './frame/engine-frame-options.ts';

export { EngineFrame } from './frame/engine-frame.ts';
export type { EngineFrameOptions, EngineOptions } from './frame/engine-frame-options.ts';

/** The part of Pixi's `Ticker` that is used here. */
export interface PixiTicker {
  /** Real time in ms since the last frame. Unlike `deltaMS`, it is not limited at low frame rates. */
  readonly elapsedMS: number;
  readonly speed: number;
  readonly started: boolean;
  add(callback: () => void): unknown;
  remove(callback: () => void): unknown;
}

/**
 * Runs a frame in the ticker of Pixi, such as `app.ticker`, before the application renders. The speed of the ticker applies, and a stopped ticker makes no
 * steps. Disposing the frame removes it from the ticker.
 *
 * Throws a TypeError if `ticker` is no ticker or an option is of the wrong type, and a RangeError if an option is out of its range.
 */
export function addToTicker<E extends object>(
  ticker: PixiTicker,
  options: EngineFrameOptions<E>,
): EngineFrame<E> {
  const isTicker = typeof (ticker as PixiTicker | undefined)?.add === 'function';
  checkKind('addToTicker: ticker', isTicker, 'a Ticker of Pixi', ticker);
  const run = (): void => frame.advance(ticker.elapsedMS * ticker.speed);
  const frame = new EngineFrame(options, {
    remove: () => void ticker.remove(run),
    speed: () => (ticker.started ? ticker.speed : 0),
  });
  ticker.add(run);
  return frame;
}
