import { draw, enemies, player } from './world.ts';

// #region loop
import { nearestTo, sinceUpdate, weighted } from '@doha/adapt';
import { Frame } from '@doha/loop';

const frame = new Frame({
  always: [player], // moves in every step
  entities: enemies, // move when there is time
  priority: weighted([3, nearestTo([player])], [1, sinceUpdate(500)]),
  update: (creature, elapsed) => creature.move(elapsed),
});

function onFrame(elapsed: number): void {
  frame.run({ elapsed, budget: 5 }); // milliseconds
  draw();
}
// #endregion loop

let last = performance.now();
requestAnimationFrame(function next(now) {
  onFrame(now - last);
  last = now;
  requestAnimationFrame(next);
});
