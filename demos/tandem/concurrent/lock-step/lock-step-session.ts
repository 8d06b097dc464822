import { share, type SharedPool } from '@doha/multiproc/shared';
import { MultiProc } from '@doha/multiproc';
import { EventDetector } from '../../game/event-detector.ts';
import type { Game } from '../../game/game.ts';
import { joinHeld } from '../../world/robot/keys.ts';
import { copyState } from '../../world/world-state.ts';
import type { World } from '../../world/world.ts';
import type { Region } from '../region.ts';
import { assignGroup, type CommittedRow, Shard } from '../shard.ts';
import { spawnRegion } from '../spawn-region.ts';
import { publish } from '../topics.ts';
import { joinLockStep, ownersIn } from './join-lock-step.ts';

/**
 * The page's part of a game in lock step. The page is one of the threads, but owns no entities. It
 * decides when a step begins, and sends the keys.
 */
export class LockStepSession {
  /** The last completed tick. If the world is at another tick, another loop has continued the game. */
  tick: number;
  /** Resolves when no step is in progress. */
  idle: Promise<void>;
  #game: Game;
  #events: EventDetector;
  #isReady = false;
  #isClosed = false;
  #proc: SharedPool<Region> | undefined;
  #begin: () => void = () => {};
  #end: () => void = () => {};

  constructor(game: Game, workers: number | 'auto') {
    this.#game = game;
    this.tick = game.world.tick;
    this.#events = new EventDetector(game.world);
    this.idle = new Promise((resolve) => (this.#end = resolve));
    this.#play(workers).catch((error: unknown) => {
      if (!this.#isClosed) throw error;
    });
  }

  /**
   * Begins a step in all threads. Does nothing before the threads are ready and while a step is in
   * progress.
   */
  beginStep(): void {
    if (!this.#isReady) return;
    this.#isReady = false;
    this.idle = new Promise((resolve) => (this.#end = resolve));
    this.#begin();
  }

  /** Terminates the threads. The page's world stays as it is. */
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
    const threadCount = proc.workers;
    const { lockStep } = joinLockStep(proc, {
      shard: new Shard(world),
      thread: threadCount, // the number of the page follows those of the workers
      threadCount: threadCount + 1,
      ownerOf: ownersIn(world, threadCount),
      untilStep: () => this.#untilStep(),
      onCommitted: (rows) => show(world, rows),
      steer: () => {
        this.#follow();
        const held = joinHeld(world.robots.map((robot) => robot.held));
        publish(proc, 'tickKeys', { tick: world.tick, held }, { retention: 'all' });
      },
      until: Infinity,
    });

    const threads = Array.from({ length: threadCount }, (_, thread) => proc.worker(thread));
    const state = world.tick > 0 ? copyState(world) : undefined;
    const program = { level, seed, state, threadCount, keys: 'live', until: Infinity } as const;
    await Promise.all(threads.map((worker, thread) => worker.call('loadLockStep', [{ ...program, thread }])));
    const played = Promise.all(threads.map((worker) => worker.call('playLockStep', [])));
    played.catch(() => {}); // rejects if the session is closed before the end
    await lockStep.play();
    this.#follow();
    for (const groups of await played) for (const group of groups) assignGroup(world, group);
    this.#end();
    this.close();
  }

  #untilStep(): Promise<void> {
    this.#end();
    this.#isReady = true;
    return new Promise((resolve) => (this.#begin = resolve));
  }

  #follow(): void {
    this.tick = this.#game.world.tick;
    this.#game.events.push(...this.#events.detect());
    this.#game.followStep();
  }
}

/**
 * Copies the committed motion of entities into the page's world, for drawing. Only the owning
 * threads have the complete state of these entities.
 */
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

/** Speed in cells per second up to which an enemy is drawn with its previous direction. */
const slow = 0.2;
