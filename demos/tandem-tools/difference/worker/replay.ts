import { Effects } from '../../../tandem/draw/effects/effects.ts';
import { IdleAnimations } from '../../../tandem/draw/robots/idle-animations.ts';
import { LevelRenderer } from '../../../tandem/draw/level-renderer.ts';
import { EventDetector } from '../../../tandem/game/event-detector.ts';
import type { Level } from '../../../tandem/world/level.ts';
import { createWorld } from '../../../tandem/world/world.ts';
import { FramePlayer } from './frame-player.ts';
import type { RecordedFrame } from './frame-recorder.ts';

/** A recorded frame is shown at the display's frame that is nearest to its own time: at most half of this time in ms too early. */
const displayFrame = 1000 / 60;

export interface ReplayOptions {
  readonly level: Level;
  readonly seed: number;
  readonly canvas: OffscreenCanvas;
  /** At least one frame. */
  readonly frames: readonly RecordedFrame[];
}

/** Draws recorded frames at their times, again and again. Particles and idle animations are not recorded, and are made anew. */
export class Replay {
  #player: FramePlayer;
  #renderer: LevelRenderer;
  #advance: () => void;
  #shown = 0;
  #request: number | undefined;

  constructor({ level, seed, canvas, frames }: ReplayOptions) {
    const world = createWorld(level, seed);
    const effects = new Effects(world, 0.5);
    const idleAnimations = new IdleAnimations(world);
    const events = new EventDetector(world);
    this.#player = new FramePlayer(world, frames);
    this.#renderer = new LevelRenderer(world, canvas, effects, idleAnimations);
    this.#advance = () => {
      for (const event of events.detect([])) effects.show(event);
      effects.move();
      idleAnimations.decide();
    };
  }

  /** Shows the frames from `from` on, which may be in the future or the past. Each repetition takes `period` ms. */
  start(from: number, period: number): void {
    this.stop();
    const run = (time: number): void => {
      this.#request = requestAnimationFrame(run);
      const elapsed = Math.max(0, time + displayFrame / 2 - from);
      const shown = this.#player.seek(Math.floor(elapsed / period), elapsed % period);
      if (shown === undefined) return;
      this.#shown = shown;
      this.#advance();
      this.#renderer.draw(shown, time, this.#player.updates);
    };
    this.#request = requestAnimationFrame(run);
  }

  stop(): void {
    if (this.#request !== undefined) cancelAnimationFrame(this.#request);
    this.#request = undefined;
  }

  /** Draws the last frame again, for a canvas whose size has changed. */
  redraw(): void {
    this.#renderer.draw(this.#shown, performance.now(), this.#player.updates);
  }
}
