import type { Pen } from '../pen.ts';
import type { World } from '../../world/world.ts';
import { cssColor, robotColors, threadColor } from '../color.ts';
import { type EnemySprite, paintEnemySprites, shades } from './enemy-sprites.ts';
import { isOnSide, type MapView } from '../camera/map-view.ts';
import { poseOf } from './pose.ts';
import { interpolationOf } from '../interpolation.ts';

/** Lowest update rate in Hz at which an enemy has the highest brightness. */
const fullRate = 30;
/** Lights with a lower shade would be invisible, and are not drawn. */
const faintest = 3;
/** Distance in cells at which a light outside of the view still shines into it. */
const margin = 1.5;

/** Draws the enemies in a view. The brightness of an enemy shows its update rate. */
export class EnemyLayer {
  #world: World;
  #sprites: readonly (readonly EnemySprite[])[] = [];
  #scale = 0;
  // The enemies in view: indices, positions on the stage, shades.
  #visible: Int32Array;
  #x: Float32Array;
  #y: Float32Array;
  #shades: Uint8Array;
  #count = 0;
  /**
   * By cell with enemies in view: 1 + the index of the brightest one in the tables above. Other cells
   * have old values.
   */
  #brightest: Int32Array;

  constructor(world: World) {
    const count = world.entities.length;
    this.#world = world;
    this.#visible = new Int32Array(count);
    this.#x = new Float32Array(count);
    this.#y = new Float32Array(count);
    this.#shades = new Uint8Array(count);
    this.#brightest = new Int32Array(world.grid.cells.length);
  }

  /** Prepares sprites. `scale` is in stage pixels per cell. */
  fit(scale: number): void {
    if (scale === this.#scale) return;
    this.#scale = scale;
    // The first sprites are for enemies that harm both robots, the others for enemies that spare a robot and have its color.
    this.#sprites = [undefined, ...robotColors].map((color) => paintEnemySprites(scale, color));
  }

  /** Finds the enemies in view at the game time `shown`. `rates` is the update rate in Hz by entity. */
  find(view: MapView, rates: Float32Array, shown: number): void {
    const { left, top, firstColumn, lastColumn, firstRow, lastRow } = view;
    const { committed, entities, playerCount } = this.#world;
    const scale = this.#scale;
    let count = 0;
    for (let i = playerCount; i < entities.length; i++) {
      const column = committed.x[i]!;
      if (committed.active[i] === 0 || column < firstColumn - margin || column > lastColumn + margin)
        continue;
      const row = committed.y[i]!;
      if (row < firstRow - margin || row > lastRow + margin) continue;
      const enemy = entities[i]!;
      const part = interpolationOf(enemy, shown);
      const x = left + (enemy.px + (enemy.x - enemy.px) * part) * scale;
      const y = top + (enemy.py + (enemy.y - enemy.py) * part) * scale;
      if (!isOnSide(view, x, y, margin * scale)) continue;
      this.#visible[count] = i;
      this.#x[count] = x;
      this.#y[count] = y;
      this.#shades[count] = Math.round(Math.min(1, rates[i]! / fullRate) * (shades - 1));
      count++;
    }
    this.#count = count;
  }

  /** Draws one light per cell. In a crowd, overlapping lights would cost more than all bodies and show nothing more. */
  drawLights(context: Pen): void {
    this.#findBrightest();
    for (let i = 0; i < this.#count; i++) {
      const shade = this.#shades[i]!;
      if (shade < faintest || this.#brightest[this.#cellOf(i)] !== i + 1) continue;
      const sprite = this.#spriteOf(i);
      const x = Math.round(this.#x[i]! - sprite.lightHalf);
      const y = Math.round(this.#y[i]! - sprite.lightHalf);
      context.drawImage(sprite.light(shade), x, y);
    }
  }

  drawBodies(context: Pen): void {
    for (let i = 0; i < this.#count; i++) {
      const sprite = this.#spriteOf(i);
      const x = Math.round(this.#x[i]! - sprite.bodyHalf);
      const y = Math.round(this.#y[i]! - sprite.bodyHalf);
      context.drawImage(
        sprite.body(this.#shades[i]!, poseOf(this.#world.entities[this.#visible[i]!]!)),
        x,
        y,
      );
    }
  }

  /** Draws a rim around each body in the color of its thread. */
  drawRims(context: Pen, owners: Uint8Array): void {
    const parts = new Set<number>();
    for (let i = 0; i < this.#count; i++) parts.add(owners[this.#visible[i]!]!);
    context.lineWidth = Math.max(1, 0.05 * this.#scale);
    for (const part of parts) {
      context.strokeStyle = cssColor(threadColor(part));
      context.beginPath();
      for (let i = 0; i < this.#count; i++) {
        const index = this.#visible[i]!;
        if (owners[index] !== part) continue;
        const radius = 1.1 * this.#world.entities[index]!.radius * this.#scale;
        context.moveTo(this.#x[i]! + radius, this.#y[i]!);
        context.arc(this.#x[i]!, this.#y[i]!, radius, 0, 2 * Math.PI);
      }
      context.stroke();
    }
  }

  #findBrightest(): void {
    const brightest = this.#brightest;
    for (let i = 0; i < this.#count; i++) brightest[this.#cellOf(i)] = 0;
    for (let i = 0; i < this.#count; i++) {
      const cell = this.#cellOf(i);
      const other = brightest[cell]! - 1;
      if (other < 0 || this.#shades[i]! > this.#shades[other]!) brightest[cell] = i + 1;
    }
  }

  #cellOf(i: number): number {
    const { committed, grid } = this.#world;
    const index = this.#visible[i]!;
    return Math.floor(committed.y[index]!) * grid.columns + Math.floor(committed.x[index]!);
  }

  #spriteOf(i: number): EnemySprite {
    const { friend, kind } = this.#world.entities[this.#visible[i]!]!;
    return this.#sprites[friend + 1]![kind]!;
  }
}
