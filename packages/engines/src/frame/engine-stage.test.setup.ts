import { EventLoop } from '@doha/loop';
import { EngineFrame, type Engine } from './engine-frame.ts';
import type { EngineFrameOptions } from './engine-frame-options.ts';

/** A drawn object with numbers, as engines have them. */
export interface Sprite {
  x: number;
  rotation: number;
  readonly position: { y: number };
}

export const sprite = (x = 0): Sprite => ({ x, rotation: 0, position: { y: 0 } });

/** Milliseconds of a step of the frame of {@link engineStage}. */
export const step = 10;

/** An engine frame whose clock advances only by `spend`. */
export interface EngineStage {
  readonly engineFrame: EngineFrame<Sprite>;
  readonly errors: string[];
  readonly spend: (time: number) => void;
}

export function engineStage(options: Partial<EngineFrameOptions<Sprite>> = {}, engine?: Engine): EngineStage {
  let now = 0;
  const errors: string[] = [];
  const host = { now: () => now };
  const loop = new EventLoop({ host, onError: (error) => errors.push((error as Error).message) });
  const minimal = { entities: [], priority: () => 1, update: () => {}, rate: 1000 / step };
  return {
    engineFrame: new EngineFrame<Sprite>({ ...minimal, loop, ...options }, engine),
    errors,
    spend: (time) => void (now += time),
  };
}
