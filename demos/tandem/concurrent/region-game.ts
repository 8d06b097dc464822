import type { Policy } from '@doha/adapt';
import { EventLoop, Frame, Timer } from '@doha/loop';
import type { Entities, Replica, SharingWorker } from '@doha/multiproc/shared';
import { EventDetector } from '../game/event-detector.ts';
import { createGame, type Game, type Observer, step, stepsPerWindow } from '../game/game.ts';
import { importanceNear } from '../game/importance.ts';
import { GameStatistics } from '../game/game-statistics.ts';
import type { Entity } from '../world/entity.ts';
import type { Level } from '../world/level.ts';
import type { PostedMutation } from '../world/mutation.ts';
import { publish as publishEntity } from '../world/publish.ts';
import { heldBy } from '../world/robot/keys.ts';
import type { Stage } from '../world/stage.ts';
import { restoreState, type WorldState } from '../world/world-state.ts';
import { createWorld, endTick, type World } from '../world/world.ts';
import { keysSchema } from './entity-schema.ts';
import { idOf, leaderOf } from './groups.ts';
import { InterestArea } from './interest-area.ts';
import { pendingTime } from './pending-time.ts';
import type { LoadReport } from './rebalance.ts';
import { RegionTables } from './region-tables.ts';
import { hysteresis, pieceAt, type Regions, threadAt } from './regions.ts';
import { type GroupState, Shard } from './shard.ts';
import { applyStage, changesEnemies, copyStage, differs } from './stage-updates.ts';
import { publish, subscribe } from './topics.ts';

/** The start conditions of a thread. */
export interface Setup {
  readonly level: Level;
  readonly seed: number;
  /** The current state of the world; undefined if the game has not begun. */
  readonly state: WorldState | undefined;
  /** Number of this thread, from 0. */
  readonly thread: number;
  readonly threadCount: number;
  /** The thread that owns the players and the stage. */
  readonly home: number;
  readonly regions: Regions;
  /** See `Recovery.generations`. */
  readonly generations: Uint8Array;
  /** Whether this thread replaces a lost one in a running game. Such a thread owns nothing until groups migrate to it. */
  readonly isLate: boolean;
  /** See `RegionPoolOptions.keys`. */
  readonly keys?: readonly number[] | undefined;
  /** See `RegionPoolOptions.observation`. */
  readonly observation?: unknown;
}

/** Creates the observers of a region's game. */
export type Observe = (world: World, setup: Setup) => readonly Observer[];

/** The schedule of all steps: the tick after `tick` is due at `time`, in ms on the session's clock. */
export interface Schedule {
  readonly tick: number;
  readonly time: number;
}

/** Ticks between two searches for enemies that have left the region, and between two load reports. */
const every = { migration: 6, report: 30 } as const;

/**
 * Maximum number of missed ticks that are caught up after the oldest one. If more were missed, all but
 * the oldest are skipped, see `TimerOptions.catchUp`.
 */
const maxCatchUp = 6;

/** The game in one region of the map, run by the loop of one thread. */
export class RegionGame {
  readonly world: World;
  readonly shard: Shard;
  #exposed: SharingWorker<unknown>;
  #setup: Setup;
  #regions: Regions;
  #generations: Uint8Array;
  #groups: Entities<GroupState, PostedMutation>;
  #tables: RegionTables;
  #unpublished: Set<Entity> = new Set(); // adopted since the last step
  #interestArea: InterestArea;
  #keys: Replica<typeof keysSchema> | undefined;
  #events: EventDetector;
  #publishedStage: Stage | undefined;
  #receivedStage: Stage | undefined;
  #game: Game;
  #loop: EventLoop;
  #frame: Frame<Entity>;
  #timer: Timer | undefined;
  #statistics = new GameStatistics();
  #updates = 0;
  #priority: Policy<Entity>;

  constructor(exposed: SharingWorker<unknown>, setup: Setup, observe: Observe) {
    const { generations, level, regions, seed, state, thread } = setup;
    this.#exposed = exposed;
    this.#setup = setup;
    this.#regions = regions;
    this.#generations = generations;
    this.world = createWorld(level, seed);
    if (state !== undefined) restoreState(this.world, state);
    this.shard = new Shard(this.world);
    this.#interestArea = new InterestArea(this.shard, thread, regions, this.isHome);
    this.#events = new EventDetector(this.world);
    this.#tables = new RegionTables(exposed, this.world, thread, this.isHome);
    this.#groups = exposed.entities<GroupState, PostedMutation>('groups', {
      release: (id) => this.#release(leaderOf(id)),
      adopt: (_, group) => {
        this.shard.adopt(group);
        for (const { index } of group.records) this.#addEnemy(index);
      },
      apply: (_, mutation) => this.shard.accept(mutation),
    });
    subscribe(exposed, 'regions', (changed) => this.#setRegions(changed));
    subscribe(exposed, 'generations', (changed) => (this.#generations = changed));
    if (!this.isHome) subscribe(exposed, 'stage', (stage) => (this.#receivedStage = stage));
    const { world } = this;
    this.#game = createGame(world, {
      observers: [this.#statistics, ...observe(world, setup)],
      commit: () => this.#commit(),
      steer: () => this.#steer(),
    });
    this.#priority = importanceNear(world.players);
    this.#loop = new EventLoop({ probe: { turned: this.#game.worked } });
    this.#frame = new Frame({
      always: this.shard.players,
      entities: this.shard.enemies,
      stepsPerWindow,
      beforeStep: this.#game.beginStep,
      update: this.#game.update,
      order: 'list',
      priority: this.#priority,
      minRate: this.#game.minRate,
      initialAge: (enemy) => pendingTime(world, enemy),
    });
    this.#frame.attach(this.#loop);
  }

  get isHome(): boolean {
    return this.#setup.thread === this.#setup.home;
  }

  /** Claims the groups in this region, and publishes them. */
  claim(): void {
    const { entities, playerCount } = this.world;
    const { isLate, thread } = this.#setup;
    const own = this.shard.leaders.filter((leader, index) => {
      if (leader !== index) return false;
      if (leader < playerCount) return this.isHome;
      return !isLate && threadAt(this.#regions, entities[leader]!.x, entities[leader]!.y) === thread;
    });
    this.shard.assign(own);
    for (const leader of own) if (leader >= playerCount) this.#groups.own(idOf(leader, this.#generations));
    this.#publishAll();
  }

  #publishAll(): void {
    this.#tables.show(this.shard.enemies);
    this.#tables.showPlayers();
    this.#tables.backUp(this.shard.enemies);
  }

  #addEnemy(index: number): void {
    const entity = this.world.entities[index]!;
    this.#events.accept(index);
    this.#unpublished.add(entity);
    this.#tables.writeBackup(entity);
  }

  #removeEnemy(index: number): void {
    this.#unpublished.delete(this.world.entities[index]!);
    this.#tables.remove(index);
    this.#interestArea.keep(index);
  }

  /** Opens replicas of the other threads' tables. */
  async connect(): Promise<void> {
    await this.#interestArea.open(this.#exposed, this.#setup.threadCount);
    if (this.isHome) this.#keys = await this.#exposed.replica('keys', keysSchema);
  }

  /** Makes steps by a schedule from now on. */
  start({ tick, time }: Schedule): void {
    this.#stopTimer();
    // The loop uses the clock of this thread, the schedule uses the clock of the session.
    const offset = performance.now() - this.#exposed.now;
    const first = time + offset;
    this.#timer = new Timer((_, release) => this.#tick(tick + 1 + Math.round((release - first) / step)), {
      at: first + Math.max(0, this.world.tick - tick) * step, // earlier steps have been made
      every: step,
      maxLateness: 0.1,
      catchUp: maxCatchUp,
    });
    this.#loop.submit(this.#timer);
  }

  /** Stops making steps, and publishes the state of all entities. */
  stop(): void {
    this.#stopTimer();
    this.#publishAll();
  }

  #stopTimer(): void {
    if (this.#timer !== undefined) this.#loop.cancel(this.#timer);
    this.#timer = undefined;
  }

  #tick(due: number): void {
    this.world.tick = due - 1;
    this.world.time = (due - 1) * step;
    this.#frame.tick();
    this.#tables.showPlayers();
  }

  #steer(): void {
    const { keys } = this.#setup;
    const { robots, tick } = this.world;
    if (keys !== undefined)
      for (const [i, robot] of robots.entries()) robot.held = heldBy(keys[tick - 1] ?? 0, i);
    if (keys !== undefined || this.#keys?.advance() !== true) return;
    for (const { columns, count, ids } of this.#keys.parts)
      for (let row = 0; row < count; row++) this.world.robots[ids[row]! - 1]!.held = columns.held[row]!;
  }

  #commit(): void {
    const { shard, world } = this;
    for (const mutation of shard.takeForeign()) this.#send(mutation);
    const settled = shard.settle();
    for (const entity of settled) publishEntity(world, entity);
    this.#updates += settled.length;
    this.#interestArea.advance();
    const haveEnemiesChanged = this.isHome ? this.#endTick() : this.#followTick();
    this.#publish(
      haveEnemiesChanged ? shard.enemies : settled.filter(({ index }) => index >= world.playerCount),
    );
    const { tick } = world;
    if (tick % every.migration === 0) this.#migrate();
    if (tick % every.report === 0) this.#report();
  }

  // Returns whether any enemy may have changed: a door may have crushed some, or a rewind may have reset all. Then all are published.
  #endTick(): boolean {
    const { stage } = this.world;
    endTick(this.world, step);
    if (!differs(stage, this.#publishedStage)) return false;
    const hasChanged = changesEnemies(this.#publishedStage, stage);
    this.#publishedStage = copyStage(stage);
    publish(this.#exposed, 'stage', this.#publishedStage);
    return hasChanged;
  }

  // Applies the stage that has arrived. Returns the same as `#endTick`.
  #followTick(): boolean {
    this.world.mutations.count = 0;
    this.world.tick++;
    this.world.time += step;
    const stage = this.#receivedStage;
    if (stage === undefined) return false;
    this.#receivedStage = undefined;
    const hasChanged = changesEnemies(this.world.stage, stage);
    applyStage(this.world, stage);
    return hasChanged;
  }

  #publish(changed: readonly Entity[]): void {
    // Events are sent as messages, one for each step with events. In a table, the page would miss
    // events that begin and end between two of its frames.
    const events = this.#events.detect(changed);
    const own = this.isHome ? events : events.filter(({ entity }) => entity >= this.world.playerCount);
    if (own.length > 0) publish(this.#exposed, 'events', own, { retention: 'all' });
    this.#tables.show([...changed, ...this.#unpublished]);
    this.#tables.backUpSome(this.shard.enemies);
    this.#unpublished.clear();
  }

  #send(mutation: PostedMutation): void {
    const leader = this.shard.leaders[mutation.target]!;
    if (leader >= this.world.playerCount) this.#groups.mutate(idOf(leader, this.#generations), mutation);
    else publish(this.#exposed, 'playerMutations', mutation, { retention: 'all' });
  }

  /** Sends the groups that have left the region to the threads that own their positions. */
  #migrate(): void {
    const { entities, playerCount } = this.world;
    const { thread } = this.#setup;
    for (const { index } of this.shard.enemies) {
      if (this.shard.leaders[index] !== index || index < playerCount) continue;
      const { x, y } = entities[index]!;
      const to = threadAt(this.#regions, x, y);
      if (to !== thread && this.#isBeyond(x, y, thread))
        this.#groups.migrate(idOf(index, this.#generations), to);
    }
  }

  #isBeyond(x: number, y: number, thread: number): boolean {
    return [-hysteresis, hysteresis].every(
      (far) =>
        threadAt(this.#regions, x + far, y) !== thread && threadAt(this.#regions, x, y + far) !== thread,
    );
  }

  #release(leader: number): GroupState {
    const group = this.shard.release(leader);
    for (const { index } of group.records) this.#removeEnemy(index);
    return group;
  }

  #report(): void {
    const counts = new Float32Array(this.#regions.owners.length);
    const priorities = new Float32Array(this.#regions.owners.length);
    for (const enemy of this.shard.enemies) {
      if (!enemy.active) continue;
      const piece = pieceAt(this.#regions, enemy.x, enemy.y);
      counts[piece]!++;
      priorities[piece]! += this.#priority(enemy, 0, this.world.time);
    }
    const { busy, jitter } = this.#statistics;
    const time = this.#exposed.now;
    const report: LoadReport = { counts, priorities, updates: this.#updates, busy, jitter, time };
    publish(this.#exposed, `load ${this.#setup.thread}`, report);
  }

  #setRegions(regions: Regions): void {
    this.#regions = regions;
    this.#interestArea.setRegions(regions);
  }
}
