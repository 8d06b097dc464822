import { random } from '../../../../../demos/lib/random.ts';

/** Columns of numbers, by entity. */
export type Column = Float64Array | number[];

/** The data of all entities. Entities that follow one another have neighboring homes. */
export interface Swarm {
  readonly x: Column;
  readonly y: Column;
  readonly homeX: Column;
  readonly homeY: Column;
  /** Simulated time in ms that each entity has received. */
  readonly lived: Column;
  /** Number of updates of each entity. */
  readonly updates: Column;
}

/** The place that the entities flee from. The keys move it. */
export const player = { x: 0.5, y: 0.5 };

const chance = random(1);
const lamps = Array.from({ length: 60 }, () => ({ x: chance(), y: chance() }));
const columns = 10;

/** Places an entity, the `index`-th of `count`. */
export function place({ homeX, homeY, lived, updates, x, y }: Swarm, entity: number, part: number): void {
  const tile = Math.floor(part * columns * columns);
  homeX[entity] = x[entity] = ((tile % columns) + chance()) / columns;
  homeY[entity] = y[entity] = (Math.floor(tile / columns) + chance()) / columns;
  lived[entity] = updates[entity] = 0;
}

/** Moves an entity. Its cost is that of the loop over all lamps. */
export function fly(swarm: Swarm, entity: number, elapsed: number): void {
  const x = swarm.x[entity]!;
  const y = swarm.y[entity]!;
  let moveX = 20 * (swarm.homeX[entity]! - x);
  let moveY = 20 * (swarm.homeY[entity]! - y);
  for (const lamp of lamps) {
    const pull = 0.005 / (0.001 + (lamp.x - x) ** 2 + (lamp.y - y) ** 2);
    moveX += pull * (lamp.y - y);
    moveY -= pull * (lamp.x - x);
  }
  const push = 0.03 / (0.0005 + (player.x - x) ** 2 + (player.y - y) ** 2);
  moveX -= push * (player.x - x);
  moveY -= push * (player.y - y);
  const distance = (1e-4 * elapsed) / Math.max(1, Math.hypot(moveX, moveY));
  swarm.x[entity] = x + distance * moveX;
  swarm.y[entity] = y + distance * moveY;
  swarm.lived[entity]! += elapsed;
  swarm.updates[entity]!++;
}

/** Returns a function that draws one pixel per entity. */
export function createDraw(canvas: HTMLCanvasElement): (swarm: Swarm, entities: Iterable<number>) => void {
  const context = canvas.getContext('2d')!;
  const { height, width } = canvas;
  const image = context.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  return ({ x, y }, entities) => {
    pixels.fill(0xff_00_00_00);
    for (const entity of entities) {
      const column = Math.floor(x[entity]! * width);
      const row = Math.floor(y[entity]! * height);
      if (column >= 0 && column < width && row >= 0 && row < height)
        pixels[row * width + column] = 0xff_ff_ff_ff;
    }
    context.putImageData(image, 0, 0);
    context.fillStyle = '#f80';
    context.fillRect(player.x * width - 5, player.y * height - 5, 10, 10);
  };
}
