// ?library=bitecs|koota              the entity component system
// &loop=plain|slices|doha            all entities in each frame, a quarter of them in each frame, or DOHA
// &entities=100000                   number of entities
// &seconds=5                         measured seconds
// &warmup=1                          seconds before the measurement
import { entityChunks } from '@doha/engines/ecs';
import { EventLoop, everyFrame, Frame } from '@doha/loop';
import { leaveReport } from '../../../../tools/pages/leave-report.ts';
import { bitEcs, koota } from './libraries.ts';
import { createDraw, fly, player } from './swarm.ts';

export interface EcsReport {
  /** Frame times in ms. */
  readonly gaps: readonly number[];
  /** Times in ms from a key event to the end of the drawing of the moved player. */
  readonly latencies: readonly number[];
  /** Simulated time that the entities have received, divided by the measured time; the mean, and that of the entity with the least. */
  readonly lived: number;
  readonly leastLived: number;
  /** Updates per second of an entity; the mean, and the mean of the thousand entities with their homes nearest to the player. */
  readonly rate: number;
  readonly nearRate: number;
}

const parameters = new URLSearchParams(location.search);
const count = Number(parameters.get('entities') ?? 100_000);
const seconds = Number(parameters.get('seconds') ?? 5);
const warmUp = Number(parameters.get('warmup') ?? 1);
const loops = { plain, slices, doha };

const { indexOf, query, swarm } = parameters.get('library') === 'koota' ? koota(count) : bitEcs(count);
const indices = Array.from(query(), indexOf);
const drawSwarm = createDraw(document.querySelector('canvas')!);
const gaps: number[] = [];
const latencies: number[] = [];
let last = performance.now();
let from = Infinity; // begin of the measurement
let livedBefore: number[] = [];
let updatesBefore: number[] = [];
let pressedAt = NaN;
let isOver = false;

addEventListener('keydown', ({ key, timeStamp }) => {
  player.x = Math.min(0.95, Math.max(0.05, player.x + (key === 'ArrowLeft' ? -0.02 : 0.02)));
  pressedAt = timeStamp;
});
const begunAt = performance.now();
const begin = loops[(parameters.get('loop') ?? 'plain') as keyof typeof loops];
begin();

/** All entities in each frame, by the time since the last frame. */
function plain(): void {
  let before = performance.now();
  const next = (): void => {
    const now = performance.now();
    update(query(), Math.min(now - before, 250));
    before = now;
    draw();
    if (!isOver) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

/** A quarter of the entities in each frame, by the time since the frame that updated the same quarter. */
function slices(): void {
  const updatedAt = Array.from({ length: 4 }, () => performance.now());
  let slice = 0;
  const next = (): void => {
    const now = performance.now();
    const entities = query();
    const [start, end] = [slice, slice + 1].map((part) => Math.floor((part * entities.length) / 4));
    update(Array.prototype.slice.call(entities, start, end), Math.min(now - updatedAt[slice]!, 1000));
    updatedAt[slice] = now;
    slice = (slice + 1) % 4;
    draw();
    if (!isOver) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

function doha(): void {
  const frame = new Frame(
    entityChunks({
      entities: query,
      update,
      chunkSize: 1000,
      priority: ({ first }, age) => {
        const index = indexOf(first);
        return age / (0.05 + Math.hypot(swarm.homeX[index]! - player.x, swarm.homeY[index]! - player.y));
      },
    }),
  );
  const loop = new EventLoop();
  everyFrame(loop, {
    simulate: frame,
    catchUp: 15, // 250 ms, as in `plain`
    draw: () => {
      draw();
      if (isOver) loop.dispose();
    },
  });
}

function update(entities: ArrayLike<number>, elapsed: number): void {
  for (let i = 0; i < entities.length; i++) fly(swarm, indexOf(entities[i]!), elapsed);
}

function draw(): void {
  drawSwarm(swarm, indices);
  const now = performance.now();
  if (from === Infinity && now > begunAt + 1000 * warmUp) beginMeasurement(now);
  else if (now > from) {
    gaps.push(now - last);
    if (!Number.isNaN(pressedAt)) latencies.push(now - pressedAt);
  }
  pressedAt = NaN;
  last = now;
  if (now > from + 1000 * seconds && gaps.length > 0 && !isOver) leave(now);
}

function beginMeasurement(now: number): void {
  from = now;
  livedBefore = indices.map((index) => swarm.lived[index]!);
  updatesBefore = indices.map((index) => swarm.updates[index]!);
}

function leave(now: number): void {
  isOver = true;
  const lived = indices.map((index, i) => (swarm.lived[index]! - livedBefore[i]!) / (now - from));
  const rates = indices.map(
    (index, i) => (1000 * (swarm.updates[index]! - updatesBefore[i]!)) / (now - from),
  );
  const near = indices
    .map((index, i) => ({
      distance: Math.hypot(swarm.homeX[index]! - player.x, swarm.homeY[index]! - player.y),
      rate: rates[i]!,
    }))
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, 1000);
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, each) => sum + each, 0) / values.length;
  leaveReport({
    gaps,
    latencies,
    lived: mean(lived),
    leastLived: lived.reduce((least, each) => Math.min(least, each)),
    rate: mean(rates),
    nearRate: mean(near.map(({ rate }) => rate)),
  } satisfies EcsReport);
}
