import { expect, test } from 'vitest';
import { createGame, step } from '../../../tandem/game/game.ts';
import { Kind } from '../../../tandem/world/kinds.ts';
import { heldBy } from '../../../tandem/world/robot/keys.ts';
import { room, worldOf } from '../../../tandem/world/room.test.setup.ts';
import type { World } from '../../../tandem/world/world.ts';
import { FramePlayer } from './frame-player.ts';
import { drawnFields, FrameRecorder } from './frame-recorder.ts';

function createRoom(): World {
  const flyers = Array.from({ length: 20 }, (_, i) => ({ kind: Kind.flyer, x: 3 + i, y: 4 }));
  return worldOf(room(30, 12), { kind: Kind.player, x: 9, y: 10.5 }, ...flyers);
}

/** Everything of a world that its drawing reads and that changes in this room, with the precision of the recording. */
function drawnStateOf({ committed, entities, players, robots, time }: World, shown: number): unknown {
  return {
    sinceStep: ms(time - shown),
    players: players.map(({ active, faceX, px, py, x, y }) => ({ active, faceX, px, py, x, y })),
    robots: robots.map(({ groundSpeed, posture }) => ({ groundSpeed, posture })),
    enemies: entities.slice(players.length).map((enemy) => {
      const sinceUpdates = [enemy.updatedAt, enemy.previousUpdatedAt].map((at) => ms(time - at));
      const fields = drawnFields.slice(0, -2).map((field) => Math.fround(enemy[field]));
      return { active: enemy.active, fields, sinceUpdates };
    }),
    committed: Array.from(committed.x.slice(players.length), Math.fround),
  };
}

/** In whole ms, because float32 rounds times; never -0. */
function ms(time: number): number {
  return Math.round(time) + 0;
}

/** Plays a game in which an enemy is updated every third step, and records a frame after each second step. */
function record(): { recorder: FrameRecorder; states: unknown[] } {
  const world = createRoom();
  const recorder = new FrameRecorder(world);
  const game = createGame(world, {
    observers: [recorder],
    steer: () => {
      for (const [i, robot] of world.robots.entries()) robot.held = heldBy(world.tick % 40 < 20 ? 6 : 1, i);
    },
  });
  const states: unknown[] = [];
  for (let tick = 0; tick < 80; tick++) {
    if (tick === 20) recorder.start(1000);
    game.beginStep();
    for (const player of game.players) game.update(player, step);
    for (const enemy of game.enemies) if (enemy.index % 3 === tick % 3) game.update(enemy, 3 * step);
    if (tick < 20 || tick % 2 === 1) continue;
    const shown = world.time - step / 2;
    recorder.drawn(0, 1000 + tick, shown);
    states.push(drawnStateOf(world, shown));
  }
  return { recorder, states };
}

test('a replay shows the states of the recorded frames at their times, and game time goes on in the next repetition', () => {
  const { recorder, states } = record();
  const { frames, summary } = recorder;
  expect(frames).toHaveLength(states.length);
  expect(summary.gameTime).toBeCloseTo(58 * step);
  expect(frames[1]!.enemies.length).toBeLessThan(frames[0]!.enemies.length); // only the changes
  const world = createRoom();
  const player = new FramePlayer(world, frames);
  let before = -Infinity;
  for (const repetition of [0, 1, 3]) {
    for (const [i, state] of states.entries()) {
      const shown = player.seek(repetition, frames[i]!.at + 0.5)!;
      expect(drawnStateOf(world, shown)).toEqual(state);
      expect(shown).toBeGreaterThanOrEqual(before - 1e-9);
      expect(player.seek(repetition, frames[i]!.at + 0.6)).toBeUndefined(); // nothing new to draw
      before = shown;
    }
  }
});

test('a replay that is late skips frames, but no changes', () => {
  const { recorder, states } = record();
  const world = createRoom();
  const shown = new FramePlayer(world, recorder.frames).seek(0, recorder.length)!;
  expect(drawnStateOf(world, shown)).toEqual(states.at(-1));
});
