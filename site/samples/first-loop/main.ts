// #region world
const canvas = document.querySelector('canvas')!;
const context = canvas.getContext('2d')!;

const player = { x: 300, y: 150, heading: 0 };
const enemies = Array.from({ length: 5000 }, (_, i) => ({
  x: (i * 79) % 600,
  y: (i * 131) % 300,
  heading: i,
}));

function update(creature: typeof player, elapsed: number): void {
  creature.heading += Math.sin(creature.x / 50 + creature.y / 70) * 0.003 * elapsed;
  creature.x = (creature.x + Math.cos(creature.heading) * 0.05 * elapsed + 600) % 600;
  creature.y = (creature.y + Math.sin(creature.heading) * 0.05 * elapsed + 300) % 300;
}

function draw(): void {
  context.clearRect(0, 0, 600, 300);
  for (const { x, y } of enemies) context.fillRect(x, y, 2, 2);
  context.fillRect(player.x - 5, player.y - 5, 10, 10);
}
// #endregion world

// #region loop
import { nearestTo, sinceUpdate, weighted } from '@doha/adapt';
import { EventLoop, everyFrame, Frame } from '@doha/loop';

const frame = new Frame({
  always: [player], // updated in each of the 60 steps per second, whatever the load
  entities: enemies, // updated when there is time
  // The nearest enemies first; the priority of all others grows until their turn comes.
  priority: weighted([3, nearestTo([player])], [1, sinceUpdate(500)]),
  update,
});
everyFrame(new EventLoop(), { simulate: frame, draw });
// #endregion loop
