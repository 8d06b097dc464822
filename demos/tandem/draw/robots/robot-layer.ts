import type { Pen } from '../pen.ts';
import type { Entity } from '../../world/entity.ts';
import type { World } from '../../world/world.ts';
import type { IdleAnimations } from './idle-animations.ts';
import { paintRobots, robotFrame, type RobotSprite } from './robot.ts';
import { interpolationOf } from '../interpolation.ts';

/** Distance in cells within which one robot hides a part of the other. */
const hidingDistance = 0.6;
/** Distance in cells by which a robot that is hidden completely is drawn higher. */
const fullRaise = 0.45;

/** Draws the robots that are not down. */
export class RobotLayer {
  #world: World;
  #idleAnimations: IdleAnimations | undefined;
  #sprites: readonly RobotSprite[] = [];
  #scale = 0;

  constructor(world: World, idleAnimations?: IdleAnimations) {
    this.#world = world;
    this.#idleAnimations = idleAnimations;
  }

  /** Prepares sprites. `scale` is in stage pixels per cell. */
  fit(scale: number): void {
    if (scale === this.#scale) return;
    this.#scale = scale;
    this.#sprites = paintRobots(scale);
  }

  /**
   * Draws the lights of the robots. `left` and `top` are the position of the upper left corner of
   * the map on the stage.
   */
  drawLights(context: Pen, left: number, top: number, shown: number): void {
    for (const player of this.#world.players) {
      if (!player.active) continue;
      const { light, lightHalf } = this.#spriteOf(player);
      const { x, y } = drawnPosition(player, shown);
      context.drawImage(
        light,
        Math.round(left + x * this.#scale - lightHalf),
        Math.round(top + y * this.#scale - lightHalf),
      );
    }
  }

  /** Draws the robots. Of two robots at the same place, the first one looks out above the second one. */
  drawBodies(context: Pen, left: number, top: number, shown: number): void {
    const [first, second] = this.#world.players;
    const hidden =
      first?.active && second?.active
        ? overlapOf(drawnPosition(first, shown), drawnPosition(second, shown))
        : 0;
    for (const player of this.#world.players) {
      if (!player.active) continue;
      const { frames, half } = this.#spriteOf(player);
      const { groundSpeed, posture } = this.#world.robots[player.index]!;
      const { x, y } = drawnPosition(player, shown);
      const frame = frames[robotFrame(x, posture, groundSpeed, this.#idleAnimations?.of(player.index))]!;
      const raise = player === first ? hidden * fullRaise : 0;
      context.save();
      context.translate(left + x * this.#scale, top + (y - raise) * this.#scale);
      if (player.faceX < 0) context.scale(-1, 1);
      context.drawImage(frame, -half, -half);
      context.restore();
    }
  }

  #spriteOf(player: Entity): RobotSprite {
    return this.#sprites[player.index % this.#sprites.length]!;
  }
}

/** The interpolated position of an entity at the game time `shown`, in cells. */
export function drawnPosition(entity: Entity, shown: number): { x: number; y: number } {
  const part = interpolationOf(entity, shown);
  return { x: entity.px + (entity.x - entity.px) * part, y: entity.py + (entity.y - entity.py) * part };
}

/** The part of a robot that the other one hides: 0 to 1, and continuous, so that no robot jumps. */
export function overlapOf(
  one: Readonly<{ x: number; y: number }>,
  other: Readonly<{ x: number; y: number }>,
): number {
  const part = Math.max(0, 1 - Math.hypot(one.x - other.x, one.y - other.y) / hidingDistance);
  return part * part * (3 - 2 * part);
}
