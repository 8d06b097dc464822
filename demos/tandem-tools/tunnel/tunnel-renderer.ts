import type { World } from '../../tandem/world/world.ts';
import { Camera } from './camera.ts';
import { EnemyLayer } from '../../tandem/draw/enemies/enemy-layer.ts';
import type { Renderer } from '../../tandem/draw/renderer.ts';
import { drawnPosition, RobotLayer } from '../../tandem/draw/robots/robot-layer.ts';
import { Strip } from './strip.ts';
import { UpdateRates } from '../../tandem/draw/enemies/update-rates.ts';
import { WallTiles } from '../../tandem/draw/map/wall-tiles.ts';

export interface Canvases {
  readonly stage: HTMLCanvasElement;
  /** For the whole tunnel. */
  readonly strip: HTMLCanvasElement;
}

/** Draws the two players and their surroundings, and the whole tunnel in a strip. The brightness of an enemy is its update rate. */
export class TunnelRenderer implements Renderer {
  #world: World;
  #context: CanvasRenderingContext2D;
  #camera: Camera;
  #walls: WallTiles;
  #rates: UpdateRates;
  #strip: Strip;
  #enemies: EnemyLayer;
  #robots: RobotLayer;

  constructor(world: World, { stage, strip }: Canvases) {
    const context = stage.getContext('2d', { alpha: false });
    if (context === null)
      throw new Error('TunnelRenderer: the browser must give a 2D context, and it gave none');
    this.#world = world;
    this.#context = context;
    this.#camera = new Camera(world.grid.columns, world.grid.rows);
    this.#walls = new WallTiles(world.grid);
    this.#rates = new UpdateRates(world.entities.length);
    this.#strip = new Strip(strip, world);
    this.#enemies = new EnemyLayer(world);
    this.#robots = new RobotLayer(world);
  }

  /** Recent update rate in Hz by entity. */
  get rates(): Float32Array {
    return this.#rates.rates;
  }

  draw(shown: number, time: number, updates: Uint32Array, owners?: Uint8Array): void {
    this.#rates.refresh(updates, time);
    this.#fitStage();
    this.#followPlayers(shown);
    const { left, top } = this.#camera;
    this.#enemies.find(this.#camera, this.#rates.rates, shown);
    this.#walls.draw(this.#context, this.#camera);
    this.#enemies.drawLights(this.#context);
    this.#robots.drawLights(this.#context, left, top, shown);
    this.#enemies.drawBodies(this.#context);
    if (owners !== undefined) this.#enemies.drawRims(this.#context, owners);
    this.#robots.drawBodies(this.#context, left, top, shown);
    this.#strip.draw(this.#camera, this.#rates.rates, time);
  }

  #fitStage(): void {
    const { width, height } = this.#context.canvas;
    const camera = this.#camera;
    if (camera.width !== width || camera.height !== height) camera.resize(width, height);
    this.#enemies.fit(camera.scale);
    this.#robots.fit(camera.scale);
  }

  #followPlayers(shown: number): void {
    let x = 0;
    let direction = 0;
    for (const player of this.#world.players) {
      x += drawnPosition(player, shown).x;
      direction += player.faceX;
    }
    const count = Math.max(1, this.#world.playerCount);
    this.#camera.follow(x / count, direction / count, shown);
  }
}
