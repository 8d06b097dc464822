import type { Scene } from '../session/tandem-program.ts';
import { Effects } from '../../tandem/draw/effects/effects.ts';
import { IdleAnimations } from '../../tandem/draw/robots/idle-animations.ts';
import { LevelRenderer } from '../../tandem/draw/level-renderer.ts';
import { EventDetector } from '../../tandem/game/event-detector.ts';
import type { World } from '../../tandem/world/world.ts';

/** The canvas of the page, on which one session after another is drawn. */
export class Stage {
  /** Whether frames are drawn. A replay that seeks a moment draws none before it. */
  isShown = true;
  #canvas: HTMLCanvasElement;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
  }

  /** Creates the scene of a world. Draws no other world from then on. */
  sceneOf(world: World): Scene {
    const effects = new Effects(world, 1);
    const idleAnimations = new IdleAnimations(world);
    const renderer = new LevelRenderer(world, this.#canvas, effects, idleAnimations);
    const events = new EventDetector(world);
    return {
      renderer: {
        draw: (shown, time, updates) => {
          if (this.isShown) renderer.draw(shown, time, updates);
        },
      },
      decorations: [
        function moveEffects() {
          effects.move();
        },
        function animateRobots() {
          idleAnimations.decide();
        },
      ],
      observer: {
        stepped: () => {
          for (const event of events.detect()) effects.show(event);
        },
        drawn: () => {},
        worked: () => {},
      },
    };
  }
}
