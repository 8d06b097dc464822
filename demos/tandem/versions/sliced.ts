import { type Game, step, stepsPerWindow } from '../game/game.ts';
import type { Entity } from '../world/entity.ts';

const maxDebt = 4 * step;
/** Distance in cells from a player within which enemies are updated first. */
const reach = 48;
/** Milliseconds of each frame that are left to the browser. */
const margin = 2;
const updatesPerReading = 8;

/**
 * The loop that a good engineer writes by hand when the usual one has become too slow: players in every step, near enemies by distance, then
 * the others round robin, continuing where the last frame ran out of time.
 */
export function start(game: Game): () => void {
  const { enemies, players, world } = game;
  const near: Entity[] = [];
  let request = requestAnimationFrame(run);
  let last: number | undefined;
  let debt = step / 2;
  let steps = 0;
  let drawing = 0;
  let windowAt = 0; // game time
  let nextNear = 0;
  let next = 0;
  let left = 0;
  let noteAt = 0;

  function run(time: number): void {
    request = requestAnimationFrame(run);
    const started = performance.now();
    debt = Math.min(debt + time - (last ?? time), maxDebt);
    last = time;
    for (; debt >= step; debt -= step) {
      game.beginStep();
      for (const player of players) game.update(player, step);
      if (steps++ % stepsPerWindow === 0) beginWindow();
    }
    for (const decorate of game.decorations) decorate();
    if (time >= noteAt) {
      game.playNote();
      noteAt = Math.max(noteAt + game.beat, time);
    }
    updateUntil(started + step - margin - drawing);
    const worked = performance.now();
    game.worked(started, worked);
    game.draw(debt / step, time);
    drawing += (performance.now() - worked - drawing) * 0.1;
  }

  function beginWindow(): void {
    windowAt = world.time;
    near.length = 0;
    for (const enemy of enemies) if (distance(enemy) < reach) near.push(enemy);
    near.sort((one, other) => distance(one) - distance(other));
    nextNear = 0;
    left = enemies.length;
  }

  function updateUntil(deadline: number): void {
    for (let done = 1; nextNear < near.length || left > 0; done++) {
      if (done % updatesPerReading === 0 && performance.now() >= deadline) return;
      if (nextNear < near.length) {
        advance(near[nextNear++]!);
      } else {
        advance(enemies[next]!);
        next = (next + 1) % enemies.length;
        left--;
      }
    }
  }

  function advance(enemy: Entity): void {
    if (enemy.updatedAt >= windowAt) return;
    const missed = enemy.updates === 0 ? step * stepsPerWindow : world.time - enemy.updatedAt;
    game.update(enemy, missed);
  }

  function distance(enemy: Entity): number {
    let nearest = Infinity;
    for (const player of players)
      nearest = Math.min(nearest, Math.hypot(player.x - enemy.x, player.y - enemy.y));
    return nearest;
  }

  return () => cancelAnimationFrame(request);
}
