import { expect, test, vi } from 'vitest';
import { createGame, type Game, step } from '../../tandem/game/game.ts';
import { referencePositions } from '../tunnel/reference.ts';
import { joinRecording } from './join-recording.ts';
import { Recorder } from './recorder.ts';
import type { Recording } from './recording.ts';
import { ThreadRecorder } from './thread-recorder.ts';
import { ViewRecorder } from './view-recorder.ts';
import { createTunnel } from '../../tandem/world/tunnel.ts';
import { createWorld } from '../../tandem/world/world.ts';

const enemies = 30;
const seconds = 4;

let now = 0;
vi.stubGlobal('performance', { now: () => now });
test('a game at full rate is recorded correctly', async () => {
  const { recording, game } = await play({});
  const windows = doubles(recording.windows[0]!);
  expect(windows).toHaveLength(90);
  expect(doubles(recording.steps)).toHaveLength(180);
  expect(recording.from).toBe(windows[0]);
  expect(recording.to - recording.from).toBeCloseTo(3000);
  expect(recording.debt).toBeCloseTo(0);
  expect(recording.skippedSteps).toBe(0);
  expect(recording.tasks).toEqual({ submitted: 2700, updated: 2700, cancelled: 0, parts: 0 });
  expect(recording.busy).toBeCloseTo(180 * 5);
  expect(doubles(recording.frames.shown).map((shown, i, all) => shown - (all[i - 1] ?? NaN))[7]).toBeCloseTo(
    step,
  );
  const updates = [...integers(recording.entities.updates)];
  expect(updates).toEqual(game.world.entities.map(({ index }) => (index < 2 ? 180 : 90)));
  expect(Math.max(...floats(recording.entities.jitter).slice(2))).toBeCloseTo(0, 3);
  expect(Math.max(...floats(recording.entities.longest).slice(2))).toBeCloseTo(2 * step, 3);
});

test('missing updates are counted as cancelled', async () => {
  const { recording } = await play({ left: (index, window) => index === 20 && window % 3 > 0 });
  expect(recording.tasks).toEqual({ submitted: 2700, updated: 2640, cancelled: 60, parts: 0 });
  expect(integers(recording.entities.updates)[20]).toBe(30);
  expect(floats(recording.entities.jitter)[20]).toBeCloseTo(4 * step, 2);
  expect(floats(recording.entities.lateness)[20]).toBeGreaterThan(0);
});

test('an enemy that is updated in each window has lived the whole time, also if updates have parts', async () => {
  for (const parts of [1, 2]) {
    const { recording } = await play({ parts });
    for (const lived of livedByEnemies(recording)) expect(lived).toBeCloseTo(3000, 6);
  }
});

test('the time that a late update covers counts as lived, except the time before the counted windows', async () => {
  const { recording } = await play({ left: (_, window) => window % 5 > 0, givesAll: true });
  expect(recording.tasks.updated).toBe(18 * enemies);
  // The last update is in the fifth counted window from the end. The time of the last four windows
  // is pending.
  for (const lived of livedByEnemies(recording)) expect(lived).toBeCloseTo(3000 - 4 * 2 * step, 6);
});

test('time without updates and time that is pending at the end do not count as lived', async () => {
  const ofThird = await play({ left: (index, window) => index === 20 && window % 3 > 0 });
  expect(doubles(ofThird.recording.entities.lived)[20]).toBeCloseTo(1000, 6);
  const untilMiddle = await play({ left: (index, window) => index === 20 && window >= 60, givesAll: true });
  expect(doubles(untilMiddle.recording.entities.lived)[20]).toBeCloseTo(1500, 6);
  expect(doubles(untilMiddle.recording.entities.lived)[21]).toBeCloseTo(3000, 6);
});

test('in a game that falls behind the clock, enemies live less than the elapsed time', async () => {
  const { recording } = await play({ pause: 500 });
  expect(recording.to - recording.from).toBeCloseTo(3000, -2);
  for (const lived of livedByEnemies(recording)) expect(lived).toBeCloseTo(2500, -2);
});

test('further parts of an update are counted as parts, not as updates', async () => {
  const { recording } = await play({ parts: 2 });
  expect(recording.tasks).toEqual({ submitted: 2700, updated: 2700, cancelled: 0, parts: 2700 });
});

test('a time without steps is recorded as a debt', async () => {
  const { recording } = await play({ pause: 500 });
  expect(recording.debt).toBeCloseTo(500, 0);
  expect(recording.skippedSteps).toBe(30);
});

test('near enemies have a higher priority', async () => {
  const { recording, game } = await play({});
  const priority = floats(recording.entities.priority);
  const distance = floats(recording.entities.distance);
  const order = game.enemies
    .map(({ index }) => index)
    .toSorted((one, other) => distance[one]! - distance[other]!);
  expect(priority[order[0]!]).toBeGreaterThan(priority[order.at(-1)!]! * 2);
  expect(priority[0]).toBe(1);
});

test('snapshots are taken every 500 ms, and in a game on time they match the reference', async () => {
  const { recording, game } = await play({});
  const times = [...doubles(recording.snapshots.times)];
  const count = game.world.entities.length;
  const x = floats(recording.snapshots.x);
  expect(times).toHaveLength(8);
  expect(times[2]! - times[1]!).toBeCloseTo(500, -1);
  const reference = referencePositions({ enemies, seed: 2, times });
  for (const [i, positions] of reference.entries()) {
    expect(Math.abs(x[i * count]! - positions.x[0]!)).toBeLessThan(0.3);
  }
});

test('a key event is recorded with its time stamp and the time at which it was handled', async () => {
  const { recording } = await play({ press: 7 });
  expect(
    [...doubles(recording.inputs.handled)].map((time, i) => time - doubles(recording.inputs.stamped)[i]!),
  ).toEqual([7]);
});

test('recordings of several threads are joined, and an enemy that changes its thread loses no time', () => {
  const world = createWorld(createTunnel(enemies, 2), 2);
  const recordedTime = { seconds, margin: 0.5 };
  const recorders = [
    new ThreadRecorder(world, recordedTime),
    new ThreadRecorder(world, recordedTime),
  ] as const;
  const view = new ViewRecorder(world, recordedTime);
  const wanderer = world.enemies[3]!;
  for (let tick = 0; tick < 240; tick++) {
    world.time = tick * step;
    const at = 1000 + world.time;
    view.stepped(at);
    for (const [part, recorder] of recorders.entries()) {
      recorder.stepped(at);
      if (tick % 2 > 0) continue;
      for (const enemy of world.enemies) {
        // The wanderer is in the other thread for one second in the middle.
        const isAway = enemy === wanderer && tick >= 90 && tick < 150;
        if ((enemy.index % 2 === part) === isAway) continue;
        recorder.updated(enemy, at, 2);
        enemy.updatedAt = world.time;
      }
      recorder.worked(at, at + 3);
    }
  }
  const { busy, entities, tasks, windows } = joinRecording(
    world,
    view.recording,
    [recorders[0].recording, recorders[1].recording],
    0,
  );
  expect(windows.map((text) => doubles(text).length)).toEqual([90, 90]);
  expect(tasks).toEqual({ submitted: 2700, updated: 2700, cancelled: 0, parts: 0 });
  expect([...integers(entities.updates)].slice(2)).toEqual(world.enemies.map(() => 90));
  expect(floats(entities.longest)[wanderer.index]).toBeCloseTo(2 * step, 3);
  expect(floats(entities.jitter)[wanderer.index]).toBeCloseTo(0, 3);
  for (const lived of doubles(entities.lived).subarray(2)) expect(lived).toBeCloseTo(3000, 6);
  expect(busy).toBeCloseTo(2 * 90 * 3);
});

test('a thread that starts late does not shift the times of snapshots', () => {
  const world = createWorld(createTunnel(enemies, 2), 2);
  const recordedTime = { seconds, margin: 0.5 };
  const recorder = new ThreadRecorder(world, recordedTime);
  const view = new ViewRecorder(world, recordedTime);
  for (let tick = 1; tick <= 240; tick++) {
    world.time = tick * step;
    const due = 1000 + world.time;
    // The page follows the clock.
    view.stepped(due);
    view.drawn(due, due, world.time, due);
    recorder.stepped(tick === 1 ? due + 30 : due);
  }
  const { snapshots, startedAt } = joinRecording(world, view.recording, [recorder.recording], 0);
  expect(startedAt).toBeCloseTo(1000 + step, 6);
  expect(doubles(snapshots.times)[0]).toBeCloseTo(step, 6);
});

interface Conditions {
  /** Whether an enemy is not updated in a window. */
  readonly left?: (index: number, window: number) => boolean;
  /** Whether updates cover the whole time since the last update, not only the time of one window. */
  readonly givesAll?: boolean;
  /** Number of parts of each update. */
  readonly parts?: number;
  /** Milliseconds without a step in the middle of the run. */
  readonly pause?: number;
  /** Latency in ms of a key event in the middle of the run. */
  readonly press?: number;
}

/** Plays four seconds, of which the middle three count, on a clock that advances only between steps. */
async function play(conditions: Conditions): Promise<{ recording: Recording; game: Game }> {
  const { left = () => false, givesAll = false, parts = 1, pause = 0, press } = conditions;
  const world = createWorld(createTunnel(enemies, 2), 2);
  const recorder = new Recorder(world, { seconds, margin: 0.5 });
  const game = createGame(world, { observers: [recorder] });
  const start = 1000;
  now = 0;
  for (let i = 0; now < start + seconds * 1000 - 0.01; i++) {
    now = start + i * step + (i >= 120 ? pause : 0);
    game.beginStep();
    for (const player of game.players) game.update(player, step);
    for (const enemy of i % 2 === 0 ? game.enemies : []) {
      if (left(enemy.index, i / 2)) continue;
      const elapsed = givesAll && enemy.updates > 0 ? world.time - enemy.updatedAt : 2 * step;
      for (let part = 0; part < parts; part++) game.update(enemy, elapsed / parts);
    }
    game.worked(now, now + 5);
    game.draw(0.5, now);
    if (i === 120 && press !== undefined) recorder.pressed(now - press, now);
  }
  return { recording: recorder.finish([await recorder.ownRecording()], 0), game };
}

function livedByEnemies({ entities }: Recording): Float64Array {
  return doubles(entities.lived).subarray(2);
}

function doubles(text: string): Float64Array {
  return new Float64Array(bytes(text));
}

function floats(text: string): Float32Array {
  return new Float32Array(bytes(text));
}

function integers(text: string): Uint32Array {
  return new Uint32Array(bytes(text));
}

function bytes(text: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(text, 'base64')).buffer;
}
