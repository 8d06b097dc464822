import type { Entity } from '../world/entity.ts';
import type { World } from '../world/world.ts';
import { Camera } from './camera.ts';
import { type EnemySprite, paintEnemySprites, shades } from './enemy-sprites.ts';
import { poseOf } from './pose.ts';
import type { Renderer } from './renderer.ts';
import { paintRobots, robotFrame, type RobotSprite } from './robot.ts';
import { shownPart } from './shown-part.ts';
import { Strip } from './strip.ts';
import { UpdateRates } from './update-rates.ts';
import { WallTiles } from './wall-tiles.ts';

export interface Canvases {
  readonly stage: HTMLCanvasElement;
  /** For the whole tunnel. */
  readonly strip: HTMLCanvasElement;
}

/** Update rate in Hz at which an enemy shines brightest. */
const brightest = 30;
/** Cells outside the stage from which something still shines into it. */
const margin = 1.5;

/** Draws the two players, what is around them, and the whole tunnel in a strip. Brightness is the rate of updates. */
export class CanvasRenderer implements Renderer {
  #world: World;
  #context: CanvasRenderingContext2D;
  #camera: Camera;
  #walls: WallTiles;
  #rates: UpdateRates;
  #strip: Strip;
  #enemySprites: readonly EnemySprite[] = [];
  #robots: readonly RobotSprite[] = [];
  #paintedScale = 0;
  // The enemies in view: indices, places on the stage, shades.
  #visible: Int32Array;
  #x: Float32Array;
  #y: Float32Array;
  #shades: Uint8Array;
  #visibleCount = 0;

  constructor(world: World, { stage, strip }: Canvases) {
    const context = stage.getContext('2d', { alpha: false });
    if (context === null)
      throw new Error('CanvasRenderer: the browser must give a 2D context, and it gave none');
    const count = world.entities.length;
    this.#world = world;
    this.#context = context;
    this.#camera = new Camera(world.grid.columns, world.grid.rows);
    this.#walls = new WallTiles(world.grid);
    this.#rates = new UpdateRates(count);
    this.#strip = new Strip(strip, world);
    this.#visible = new Int32Array(count);
    this.#x = new Float32Array(count);
    this.#y = new Float32Array(count);
    this.#shades = new Uint8Array(count);
  }

  /** Hz, by entity, of late. */
  get rates(): Float32Array {
    return this.#rates.rates;
  }

  draw(shown: number, time: number, updates: Uint32Array): void {
    this.#rates.refresh(updates, time);
    this.#fitStage();
    this.#followPlayers(shown);
    this.#findVisible(shown);
    this.#context.setTransform(1, 0, 0, 1, 0, 0);
    this.#walls.draw(this.#context, this.#camera);
    this.#drawLights(shown);
    this.#drawEnemies();
    this.#drawRobots(shown);
    this.#strip.draw(this.#camera, this.#rates.rates, time);
  }

  #fitStage(): void {
    const { width, height } = this.#context.canvas;
    const camera = this.#camera;
    if (camera.width !== width || camera.height !== height) camera.resize(width, height);
    if (camera.scale === this.#paintedScale) return;
    this.#paintedScale = camera.scale;
    this.#enemySprites = paintEnemySprites(camera.scale);
    this.#robots = paintRobots(camera.scale);
  }

  #followPlayers(shown: number): void {
    let x = 0;
    let direction = 0;
    for (const player of this.#world.players) {
      x += player.px + (player.x - player.px) * shownPart(player, shown);
      direction += player.faceX;
    }
    const count = Math.max(1, this.#world.playerCount);
    this.#camera.follow(x / count, direction / count, shown);
  }

  #findVisible(shown: number): void {
    const { committed, entities, playerCount } = this.#world;
    const { firstColumn, lastColumn, left, scale, top } = this.#camera;
    const rates = this.#rates.rates;
    let count = 0;
    for (let i = playerCount; i < entities.length; i++) {
      const column = committed.x[i]!;
      if (column < firstColumn - margin || column > lastColumn + margin || committed.active[i] === 0)
        continue;
      const enemy = entities[i]!;
      const part = shownPart(enemy, shown);
      this.#visible[count] = i;
      this.#x[count] = left + (enemy.px + (enemy.x - enemy.px) * part) * scale;
      this.#y[count] = top + (enemy.py + (enemy.y - enemy.py) * part) * scale;
      this.#shades[count] = Math.round(Math.min(1, rates[i]! / brightest) * (shades - 1));
      count++;
    }
    this.#visibleCount = count;
  }

  #drawLights(shown: number): void {
    for (let i = 0; i < this.#visibleCount; i++) {
      const shade = this.#shades[i]!;
      if (shade === 0) continue;
      const { lights, lightHalf } = this.#enemySprites[this.#world.entities[this.#visible[i]!]!.kind]!;
      const x = Math.round(this.#x[i]! - lightHalf);
      const y = Math.round(this.#y[i]! - lightHalf);
      this.#context.drawImage(lights[shade]!, x, y);
    }
    for (const player of this.#world.players) this.#drawRobotLight(player, shown);
  }

  #drawRobotLight(player: Entity, shown: number): void {
    const { light, lightHalf } = this.#robotOf(player);
    this.#context.drawImage(
      light,
      Math.round(this.#stageX(player, shown) - lightHalf),
      Math.round(this.#stageY(player, shown) - lightHalf),
    );
  }

  #drawEnemies(): void {
    for (let i = 0; i < this.#visibleCount; i++) {
      const enemy = this.#world.entities[this.#visible[i]!]!;
      const sprite = this.#enemySprites[enemy.kind]!;
      const x = Math.round(this.#x[i]! - sprite.bodyHalf);
      const y = Math.round(this.#y[i]! - sprite.bodyHalf);
      this.#context.drawImage(sprite.body(this.#shades[i]!, poseOf(enemy)), x, y);
    }
  }

  #drawRobots(shown: number): void {
    const context = this.#context;
    for (const player of this.#world.players) {
      const { frames, half } = this.#robotOf(player);
      const grounded = player.normalX !== 0 || player.normalY !== 0;
      const side = player.faceX < 0 ? -1 : 1;
      context.setTransform(side, 0, 0, 1, this.#stageX(player, shown), this.#stageY(player, shown));
      context.drawImage(frames[robotFrame(player.x, grounded)]!, -half, -half);
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
  }

  #robotOf(player: Entity): RobotSprite {
    return this.#robots[player.index % this.#robots.length]!;
  }

  #stageX(entity: Entity, shown: number): number {
    const { left, scale } = this.#camera;
    return left + (entity.px + (entity.x - entity.px) * shownPart(entity, shown)) * scale;
  }

  #stageY(entity: Entity, shown: number): number {
    const { top, scale } = this.#camera;
    return top + (entity.py + (entity.y - entity.py) * shownPart(entity, shown)) * scale;
  }
}
