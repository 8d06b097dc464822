import { nearestTo, sinceUpdate, weighted } from '@doha/adapt';
import { EventLoop, everyFrame, Frame, type FrameOptions } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';

interface Enemy {
  readonly x: number;
  readonly y: number;
  updates: number;
}

/** Plays for ten seconds with a policy. An update costs 1 ms, so about 16 of the 200 enemies can be updated in each frame. */
function play(priority: FrameOptions<Enemy>['priority']): Enemy[] {
  const host = new VirtualHost();
  const entities = Array.from({ length: 200 }, (_, i): Enemy => ({ x: i, y: 0, updates: 0 }));
  const update = (enemy: Enemy): void => {
    enemy.updates++;
    host.spend(1);
  };
  const loop = new EventLoop({ host });
  everyFrame(loop, { simulate: new Frame({ entities, priority, update }) });
  host.advanceTo(10_000);
  loop.dispose();
  return entities;
}

const neverUpdated = (enemies: Enemy[]): number => enemies.filter(({ updates }) => updates === 0).length;
const player = { x: 0, y: 0 };

// #region trap
const nearestOnly = play(nearestTo([player]));
console.log(neverUpdated(nearestOnly) > 150); // prints true
// #endregion trap

// #region age
const withAge = play(weighted([3, nearestTo([player])], [1, sinceUpdate(500)]));
console.log(neverUpdated(withAge)); // prints 0
// #endregion age
