import { ThreadHost } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { MemoryLog, RecordedSession, Replay } from '@doha/monitor/replay';
import { expect, test } from 'vitest';
import { catalog, levelOf } from '../../tandem/game/levels/catalog.ts';
import {
  type Program as LockStepProgram,
  playTogether,
} from '../../tandem/concurrent/lock-step/play-together.test.setup.ts';
import { TapePlayer } from '../../tandem/game/replay/tape-player.ts';
import { hashWorld } from '../../tandem/world/hash-world.ts';
import { joinHeld } from '../../tandem/world/robot/keys.ts';
import { commit, createWorld, tickLength } from '../../tandem/world/world.ts';
import { playRun } from '../../tandem/game/replay/run.ts';
import { chance } from '../../tandem/world/chance.ts';
import { createTunnel } from '../../tandem/world/tunnel.ts';
import { tandemProgram, type TandemSession } from './tandem-program.ts';

const level = createTunnel(80, 5);

interface Outcome {
  /** Hash of the world at the end of the log. */
  readonly hash: number;
  /** The tape, and the hash after the next commit. */
  readonly run: ReturnType<TandemSession['stop']>;
}

function outcomeOf({ hash, stop }: TandemSession): Outcome {
  return { hash: hash(), run: stop() };
}

async function replayed(log: MemoryLog, options: Parameters<typeof tandemProgram>[0]): Promise<Outcome> {
  const replay = new Replay(log.chunks, tandemProgram(options));
  await replay.run();
  expect([replay.divergence, replay.isComplete]).toEqual([undefined, true]);
  return outcomeOf(replay.program);
}

test.each([
  ['with enough time', 0.02],
  ['under twice the load, where updates are cancelled', 0.8],
])('a session of Tandem %s replays to the same world, and to the same tape', async (_, cost) => {
  const host = new VirtualHost();
  const log = new MemoryLog();
  const session = new RecordedSession({ sink: log, seed: 1 });
  const updating = (): void => host.spend(cost);
  const recorded = tandemProgram({ level, seed: 5, platform: host, updating })(session);
  for (let tick = 1; tick < 200; tick++) {
    if (tick % 20 === 0) recorded.hold(Math.floor(256 * chance(5, tick, 0)));
    host.advanceTo(tick * 17);
  }
  session.end();
  const outcome = outcomeOf(recorded);
  expect(await replayed(log, { level, seed: 5 })).toEqual(outcome);
});

test('a session of Tandem in real time replays to the same world, and its tape comes to this world as well', async () => {
  const { seed, source } = catalog[3]!;
  const log = new MemoryLog();
  const session = new RecordedSession({ sink: log });
  const recorded = tandemProgram({ level: levelOf(source), seed, platform: new ThreadHost() })(session);
  while (recorded.world.tick < 40) {
    recorded.hold(recorded.world.tick % 3);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  session.end();
  const { tick } = recorded.world;
  const outcome = outcomeOf(recorded);
  expect(await replayed(log, { level: levelOf(source), seed })).toEqual(outcome);
  expect(playRun({ source, seed, ...outcome.run }).tick).toBe(tick + 1);
});

test('the tape of a session of one thread comes to the same world in three threads in lock step', async () => {
  const host = new VirtualHost();
  const session = new RecordedSession({ sink: new MemoryLog() });
  const updating = (): void => host.spend(0.6);
  const recorded = tandemProgram({ level, seed: 5, platform: host, updating })(session);
  recorded.hold(2);
  host.advanceTo(1500);
  const { tick } = recorded.world;
  const { run } = outcomeOf(recorded);
  const { heldAt, stepsOf } = readTape(run.tape);
  const world = await playTogether({ level, seed: 5, until: tick + 1, heldAt, stepsOf }, 3, 0.02);
  expect(hashWorld(world)).toBe(run.hash);
});

/** The keys and the updates of each step of a tape. */
function readTape(tape: Uint8Array): Pick<LockStepProgram, 'heldAt' | 'stepsOf'> {
  const world = createWorld(level, 5);
  const player = new TapePlayer(world, tape);
  const [held, steps]: [number[], Map<number, number>[]] = [[], []];
  while (!player.isAtEnd) {
    commit(world, tickLength);
    player.begin();
    const updates = new Map<number, number>();
    player.update((enemy, elapsed) => updates.set(enemy.index, Math.round(elapsed / tickLength)));
    held[world.tick] = joinHeld(world.robots.map((robot) => robot.held));
    steps[world.tick] = updates;
  }
  return { heldAt: (tick) => held[tick] ?? 0, stepsOf: (enemy, tick) => steps[tick]?.get(enemy) ?? 0 };
}

test('a replay of another level is reported', async () => {
  const host = new VirtualHost();
  const log = new MemoryLog();
  const session = new RecordedSession({ sink: log });
  tandemProgram({ level, seed: 5, platform: host })(session);
  host.advanceTo(3000);
  session.end();
  const replay = new Replay(log.chunks, tandemProgram({ level: createTunnel(80, 6), seed: 5 }));
  await replay.run();
  expect(replay.divergence).toBeDefined();
});
