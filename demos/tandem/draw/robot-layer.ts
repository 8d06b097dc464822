import type { Pen } from './pen.ts';
import type { Entity } from '../world/entity.ts';
import type { World } from '../world/world.ts';
import type { Fidgets } from './fidgets.ts';
import { paintRobots, robotFrame, type RobotSprite } from './robot.ts';
import { shownPart } from './shown-part.ts';

/** The robots that are up. */
export class RobotLayer {
  #world: World;
  #fidgets: Fidgets | undefined;
  #sprites: readonly RobotSprite[] = [];
  #scale = 0;

  constructor(world: World, fidgets?: Fidgets) {
    this.#world = world;
    this.#fidgets = fidgets;
  }

  /** `scale`: stage pixels per cell. */
  fit(scale: number): void {
    if (scale === this.#scale) return;
    this.#scale = scale;
    this.#sprites = paintRobots(scale);
  }

  /** `left` and `top`: where the map's upper left corner is on the stage. */
  drawLights(context: Pen, left: number, top: number, shown: number): void {
    for (const player of this.#world.players) {
      if (!player.active) continue;
      const { light, lightHalf } = this.#spriteOf(player);
      const { x, y } = placeOf(player, shown);
      context.drawImage(
        light,
        Math.round(left + x * this.#scale - lightHalf),
        Math.round(top + y * this.#scale - lightHalf),
      );
    }
  }

  drawBodies(context: Pen, left: number, top: number, shown: number): void {
    for (const player of this.#world.players) {
      if (!player.active) continue;
      const { frames, half } = this.#spriteOf(player);
      const { pace, posture } = this.#world.robots[player.index]!;
      const { x, y } = placeOf(player, shown);
      const frame = frames[robotFrame(x, posture, pace, this.#fidgets?.of(player.index))]!;
      context.save();
      context.translate(left + x * this.#scale, top + y * this.#scale);
      if (player.faceX < 0) context.scale(-1, 1);
      context.drawImage(frame, -half, -half);
      context.restore();
    }
  }

  #spriteOf(player: Entity): RobotSprite {
    return this.#sprites[player.index % this.#sprites.length]!;
  }
}

/** Where an entity is in the picture of game time `shown`, in cells. */
export function placeOf(entity: Entity, shown: number): { x: number; y: number } {
  const part = shownPart(entity, shown);
  return { x: entity.px + (entity.x - entity.px) * part, y: entity.py + (entity.y - entity.py) * part };
}
