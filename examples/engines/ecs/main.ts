import { entityChunks } from '@doha/engines/ecs';
import { EventLoop, everyFrame, Frame } from '@doha/loop';
import { addComponents, addEntity, createWorld, query } from 'bitecs';
import { createPanel } from '../panel.ts';
import { createView } from './view.ts';

const count = 100_000;
const swarm = 2000; // fireflies that live around the same lamp
const lamps = Array.from({ length: count / swarm }, (_, i) => ({
  x: ((i % 10) + 0.2 + 0.6 * Math.random()) / 10,
  y: (Math.floor(i / 10) + 0.2 + 0.6 * Math.random()) / 5,
}));
const pointer = { x: 0.5, y: 0.5 };
const view = createView(document.querySelector('canvas')!, pointer);

const world = createWorld();
const Position = { x: new Float32Array(count + 1), y: new Float32Array(count + 1) };
const Home = { lamp: new Uint8Array(count + 1), distance: new Float32Array(count + 1) };

for (let i = 0; i < count; i++) {
  const entity = addEntity(world);
  addComponents(world, entity, [Position, Home]);
  Home.lamp[entity] = Math.floor(i / swarm);
  Home.distance[entity] = 0.09 * Math.sqrt(Math.random());
  const { x, y } = homeOf(entity);
  const angle = 2 * Math.PI * Math.random();
  Position.x[entity] = x + Home.distance[entity] * Math.cos(angle);
  Position.y[entity] = y + Home.distance[entity] * Math.sin(angle);
}

function homeOf(entity: number): { readonly x: number; readonly y: number } {
  return lamps[Home.lamp[entity]!]!;
}

/** A system: moves fireflies. The loop over all lamps makes it expensive. */
function fly(entities: ArrayLike<number>, elapsed: number): void {
  for (let i = 0; i < entities.length; i++) {
    const entity = entities[i]!;
    const x = Position.x[entity]!;
    const y = Position.y[entity]!;
    const home = homeOf(entity);
    const distanceHome = Math.max(1e-6, Math.hypot(home.x - x, home.y - y));
    const pullHome = 20 * (1 - Home.distance[entity]! / distanceHome);
    let moveX = pullHome * (home.x - x);
    let moveY = pullHome * (home.y - y);
    for (const lamp of lamps) {
      const pull = 0.003 / (0.002 + (lamp.x - x) ** 2 + (lamp.y - y) ** 2);
      moveX += pull * (lamp.y - y); // around the lamp
      moveY -= pull * (lamp.x - x);
    }
    const push = 0.02 / (0.001 + (pointer.x - x) ** 2 + (pointer.y - y) ** 2);
    moveX -= push * (pointer.x - x);
    moveY -= push * (pointer.y - y);
    const distance = (2e-4 * elapsed) / Math.max(1, Math.hypot(moveX, moveY));
    Position.x[entity] = x + distance * moveX;
    Position.y[entity] = y + distance * moveY;
  }
}

const draw = (): void => view.draw(Position, query(world, [Position]));

// Without DOHA
const begin = (): (() => void) => {
  let last = performance.now();
  let request = requestAnimationFrame(function next() {
    const now = performance.now();
    fly(query(world, [Position, Home]), Math.min(now - last, 100));
    last = now;
    draw();
    request = requestAnimationFrame(next);
  });
  return () => cancelAnimationFrame(request);
};

// With DOHA
const beginWithDoha = (): (() => void) => {
  const frame = new Frame(
    entityChunks({
      entities: () => query(world, [Position, Home]),
      update: fly,
      chunkSize: swarm / 2,
      // The priority grows with the time since the last update: fast near the pointer, slowly elsewhere.
      priority: ({ first }, age) => {
        const { x, y } = homeOf(first);
        return age / (0.05 + Math.hypot(x - pointer.x, y - pointer.y));
      },
    }),
  );
  const loop = new EventLoop();
  everyFrame(loop, { simulate: frame, draw });
  return () => loop.dispose();
};

let end = (): void => {};
createPanel().onSwitch((isOn) => {
  end();
  end = isOn ? beginWithDoha() : begin();
});
