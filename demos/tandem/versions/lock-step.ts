import { MultiProc } from '@doha/multiproc';
import { type SharedPool, share } from '@doha/multiproc/shared';
import { LockStep, type LockStepMessage } from '../concurrent/lock-step.ts';
import { partsIn, type TickKeys } from '../concurrent/lock-step-play.ts';
import type { Region } from '../concurrent/region.ts';
import { assignGroup, type CommittedRow, Shard } from '../concurrent/shard.ts';
import { spawnRegion } from '../concurrent/spawn-region.ts';
import { EventWatch } from '../events.ts';
import type { Game } from '../game.ts';
import { joinHeld } from '../world/robot/keys.ts';
import { copyState } from '../world/world-state.ts';
import type { World } from '../world/world.ts';

/**
 * Several threads in lock step: none begins a step before all have ended the last one, and whatever their number, all comes to the same as in one
 * thread, to the last bit. That is what it is for; it is as slow as the slowest. One step is made in each picture.
 */
export function startLockStepWith(workers: number | 'auto'): (game: Game) => () => void {
  return (game) => {
    if (current?.game !== game || current.session.tick !== game.world.tick) {
      current?.session.close();
      current = { game, session: new LockStepSession(game, workers) };
    }
    const { session } = current;
    let request = requestAnimationFrame(run);

    function run(time: number): void {
      request = requestAnimationFrame(run);
      session.beginStep();
      for (const decorate of game.decorations) decorate();
      game.draw(1, time);
    }

    return () => cancelAnimationFrame(request);
  };
}

let current: { readonly game: Game; readonly session: LockStepSession } | undefined;

/** Resolves when the step that was begun is made, for those who look from outside; undefined where none was. */
export function lockStepMade(): Promise<void> | undefined {
  return current?.session.made;
}

/** A game in lock step. The page takes part as a thread that has nothing of its own. */
class LockStepSession {
  /** The last tick that was made: if the world is at another, another loop has gone on with it. */
  tick: number;
  /** Resolves when there is no step under way. */
  made: Promise<void>;
  #game: Game;
  #watch: EventWatch;
  #isReady = false;
  #isClosed = false;
  #proc: SharedPool<Region> | undefined;
  #begin: () => void = () => {};
  #end: () => void = () => {};

  constructor(game: Game, workers: number | 'auto') {
    this.#game = game;
    this.tick = game.world.tick;
    this.#watch = new EventWatch(game.world);
    this.made = new Promise((resolve) => (this.#end = resolve));
    this.#play(workers).catch((error: unknown) => {
      if (!this.#isClosed) throw error;
    });
  }

  /** Lets all make a step, if the last one is made. */
  beginStep(): void {
    if (!this.#isReady) return;
    this.#isReady = false;
    this.made = new Promise((resolve) => (this.#end = resolve));
    this.#begin();
  }

  /** Ends the threads; the game stays where it is. */
  close(): void {
    this.#isClosed = true;
    this.#proc?.dispose();
  }

  async #play(workers: number | 'auto'): Promise<void> {
    const { world } = this.#game;
    const { level, seed } = world;
    const proc = await share(MultiProc.start<Region>({ workers, spawn: spawnRegion }));
    this.#proc = proc;
    if (this.#isClosed) return proc.dispose();
    const page = proc.workers;
    const lockStep = new LockStep({
      shard: new Shard(world),
      part: page,
      parts: page + 1,
      ownerOf: partsIn(world, page),
      send: (to, message) => proc.publish(`lock step ${to}`, message, { retention: 'all' }),
      pace: () => this.#pace(),
      told: (rows) => show(world, rows),
      steer: () => {
        this.#follow();
        const held = joinHeld(world.robots.map((robot) => robot.held));
        proc.publish('keys of ticks', { tick: world.tick, held } satisfies TickKeys, { retention: 'all' });
      },
      until: Infinity,
    });
    proc.subscribe(`lock step ${page}`, (message) => lockStep.receive(message as LockStepMessage));
    const threads = Array.from({ length: page }, (_, part) => proc.worker(part));
    const state = world.tick > 0 ? copyState(world) : undefined;
    const program = { level, seed, state, threads: page, keys: 'live', until: Infinity } as const;
    await Promise.all(threads.map((thread, part) => thread.call('loadLockStep', { ...program, part })));
    const played = Promise.all(threads.map((thread) => thread.call('playLockStep')));
    played.catch(() => {}); // who is closed before the end plays no more
    await lockStep.play();
    this.#follow();
    for (const groups of await played) for (const group of groups) assignGroup(world, group);
    this.#end();
    this.close();
  }

  #pace(): Promise<void> {
    this.#end();
    this.#isReady = true;
    return new Promise((resolve) => (this.#begin = resolve));
  }

  #follow(): void {
    this.tick = this.#game.world.tick;
    this.#game.events.push(...this.#watch.look());
    this.#game.followStep();
  }
}

/** Shows where entities have come to. All else about them their threads know. */
function show({ entities, time }: World, rows: readonly CommittedRow[]): void {
  for (const { active, index, vx, vy, x, y } of rows) {
    const entity = entities[index]!;
    entity.px = entity.x;
    entity.py = entity.y;
    Object.assign(entity, { x, y, vx, vy, active });
    entity.previousUpdatedAt = entity.updatedAt;
    entity.updatedAt = time;
    const speed = Math.hypot(vx, vy);
    if (speed > slow) [entity.faceX, entity.faceY] = [vx / speed, vy / speed];
  }
}

/** Cells per second below which one does not see where an enemy looks. */
const slow = 0.2;
