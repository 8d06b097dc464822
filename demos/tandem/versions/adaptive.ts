import { nearestTo, type Policy, sinceUpdate, weighted } from '@doha/adapt';
import { EventLoop, everyFrame, Frame, type Host, Task, ThreadHost, Timer } from '@doha/loop';
import { type Game, halfAt, stepsPerWindow } from '../game.ts';
import type { Entity } from '../world/entity.ts';

/** How much it counts that an enemy is near, and that it has waited for so many ms. */
const [nearness, waiting, longWait] = [3, 1, 1000];

/** What an update of an enemy matters: the nearer to a player the more, and the more the longer it waits. */
export function importanceNear(players: readonly Entity[]): Policy<Entity> {
  return weighted([nearness, nearestTo(players, { halfAt })], [waiting, sinceUpdate(longWait)]);
}

/** By how much that grows in a second. */
export const importanceGrowth: number = ((waiting / (nearness + waiting)) * 1000) / longWait;

/** DOHA's loop: players in every step, enemies as far as the time goes, the nearest first and none forgotten. */
export function start(game: Game, host: Host = new ThreadHost()): () => void {
  const loop = new EventLoop({ host, probe: { turned: game.worked } });
  const frame = new Frame({
    always: game.players,
    entities: game.enemies,
    stepsPerWindow,
    beforeStep: () => {
      game.beginStep();
      for (const decoration of decorations) loop.submit(decoration, 1);
    },
    update: game.update,
    order: 'list', // what lies together in memory is updated together
    priority: importanceNear(game.players),
    rankEvery: 3, // of thousands of enemies most wait
    minRate: game.leastRate,
  });
  const decorations = game.decorations.map((decorate) => new Task(decorate));
  loop.submit(new Timer(game.playNote, { every: game.beat }));
  everyFrame(loop, { simulate: frame, draw: game.draw, maxLateness: 0.1 });

  // From a key to the next picture Chromium runs no tasks, so some are run with the key.
  const keys = new AbortController();
  for (const type of ['keydown', 'keyup']) {
    globalThis.addEventListener?.(type, () => loop.run({ budget: 8 }), keys);
  }

  return () => {
    keys.abort();
    loop.dispose();
  };
}
