import type { Pen } from './pen.ts';
import type { World } from '../world/world.ts';
import type { Effects } from './effects/effects.ts';
import { EnemyLayer } from './enemies/enemy-layer.ts';
import type { IdleAnimations } from './robots/idle-animations.ts';
import type { Renderer } from './renderer.ts';
import { drawnPosition, RobotLayer } from './robots/robot-layer.ts';
import { SparkLayer } from './effects/spark-layer.ts';
import { SplitCamera, type View } from './camera/split-camera.ts';
import { TextLayer } from './texts/text-layer.ts';
import { StageLayer } from './map/stage-layer.ts';
import { UpdateRates } from './enemies/update-rates.ts';
import { WallTiles } from './map/wall-tiles.ts';

/** Draws a level around its robots. */
export class LevelRenderer implements Renderer {
  readonly texts: TextLayer;
  #world: World;
  #context: Pen;
  #effects: Effects;
  #camera: SplitCamera;
  #rates: UpdateRates;
  #walls: WallTiles;
  #stage: StageLayer;
  #enemies: EnemyLayer;
  #robots: RobotLayer;
  #sparks: SparkLayer;

  constructor(world: World, canvas: Canvas, effects: Effects, idleAnimations: IdleAnimations) {
    this.#world = world;
    this.#context = contextOf(canvas);
    this.#effects = effects;
    this.#camera = new SplitCamera(world.grid.columns, world.grid.rows);
    this.#rates = new UpdateRates(world.entities.length);
    this.#walls = new WallTiles(world.grid);
    this.#stage = new StageLayer(world);
    this.texts = new TextLayer(world);
    this.#enemies = new EnemyLayer(world);
    this.#robots = new RobotLayer(world, idleAnimations);
    this.#sparks = new SparkLayer(effects.particles);
  }

  draw(shown: number, time: number, updates: Uint32Array, owners?: Uint8Array): void {
    const camera = this.#camera;
    const { width, height } = this.#context.canvas;
    if (camera.width !== width || camera.height !== height) camera.resize(width, height);
    camera.top = this.texts.top;
    camera.follow(this.#focuses(shown), shown);
    this.texts.beginFrame();
    this.#rates.refresh(updates, time);
    this.#stage.advance(time);
    this.#enemies.fit(camera.scale);
    this.#robots.fit(camera.scale);
    this.#context.setTransform(1, 0, 0, 1, 0, 0);
    // Only the second view is clipped, because clipping is expensive. The first view fills the
    // whole stage, and the second one overdraws its half.
    for (const [i, view] of camera.views.entries()) {
      this.#context.save();
      if (i > 0) clip(this.#context, view.clip!);
      const shaken = this.#shaken(view);
      this.#drawView(shaken, shown, time, owners);
      this.texts.draw(this.#context, shaken, { index: i, shown, time });
      this.#context.restore();
    }
    this.#drawDivider();
  }

  // While a robot is down, the camera shows the position to which the robot will return.
  #focuses(shown: number): { x: number; y: number }[] {
    const { players, stage } = this.#world;
    return players.map((player) =>
      player.active
        ? drawnPosition(player, shown)
        : { x: stage.returnX[player.index]!, y: stage.returnY[player.index]! },
    );
  }

  #drawView(view: View, shown: number, time: number, owners: Uint8Array | undefined): void {
    const context = this.#context;
    this.#walls.draw(context, view);
    this.#enemies.find(view, this.#rates.rates, shown);
    this.#enemies.drawLights(context);
    this.#robots.drawLights(context, view.left, view.top, shown);
    this.#stage.draw(context, view, time);
    this.texts.drawPosts(context, view);
    this.#enemies.drawBodies(context);
    if (owners !== undefined) this.#enemies.drawRims(context, owners);
    this.#robots.drawBodies(context, view.left, view.top, shown);
    this.#sparks.draw(context, view);
  }

  #shaken(view: View): View {
    const { x, y } = this.#effects.offset;
    return {
      ...view,
      left: view.left + Math.round(x * view.scale),
      top: view.top + Math.round(y * view.scale),
    };
  }

  #drawDivider(): void {
    const { divider, scale } = this.#camera;
    if (divider === undefined) return;
    const [x1, y1, x2, y2] = divider.ends;
    const context = this.#context;
    for (const [width, color] of [
      [0.3, `rgb(5 7 13 / ${divider.strength})`],
      [0.07, `rgb(160 185 255 / ${0.8 * divider.strength})`],
    ] as const) {
      context.strokeStyle = color;
      context.lineWidth = width * scale;
      context.beginPath();
      context.moveTo(x1!, y1!);
      context.lineTo(x2!, y2!);
      context.stroke();
    }
  }
}

type Canvas = HTMLCanvasElement | OffscreenCanvas;

// Firefox gives the context of a transferred canvas only once (153: "Cannot update created context to different thread").
const contexts: WeakMap<Canvas, Pen> = new WeakMap();

function contextOf(canvas: Canvas): Pen {
  const context = contexts.get(canvas) ?? canvas.getContext('2d', { alpha: false });
  if (context === null)
    throw new Error('LevelRenderer: the browser must give a 2D context, and it gave none');
  contexts.set(canvas, context);
  return context;
}

function clip(context: Pen, corners: readonly number[]): void {
  context.beginPath();
  for (let i = 0; i < corners.length; i += 2) context.lineTo(corners[i]!, corners[i + 1]!);
  context.closePath();
  context.clip();
}
