import type { Policy } from '@doha/adapt';
import { EventLoop, Frame, Timer } from '@doha/loop';

import type { Entities, Replica, SharingWorker } from '@doha/multiproc/shared';
import { nullRenderer } from '../draw/renderer.ts';
import { EventWatch } from '../events.ts';
import { createGame, type Game, step, stepsPerWindow } from '../game.ts';
import { importanceNear } from '../versions/adaptive.ts';
import { Pulse } from '../pulse.ts';
import type { Entity } from '../world/entity.ts';
import type { Level } from '../world/level.ts';
import type { PostedMutation } from '../world/mutation.ts';
import { publish } from '../world/publish.ts';
import type { Length } from '../measure/length.ts';
import { onClock, ThreadRecorder, type ThreadRecording } from '../measure/thread-recorder.ts';
import type { Stage } from '../world/stage.ts';
import { heldBy } from '../world/robot/keys.ts';
import { restoreState, type WorldState } from '../world/world-state.ts';
import { createWorld, endTick, type World } from '../world/world.ts';
import { keysSchema } from './fields.ts';
import { idOf, leaderOf } from './groups.ts';
import type { LoadReport } from './hand-over.ts';
import { pendingTime } from './pending-time.ts';
import { RegionTables } from './region-tables.ts';
import { hysteresis, partAt, pieceAt, type Regions } from './regions.ts';
import { type GroupState, Shard } from './shard.ts';
import { Sight } from './sight.ts';
import { changesEnemies, copyStage, differs, followStage } from './stage-news.ts';

/** What a thread needs to know to play its part. */
export interface Setup {
  readonly level: Level;
  readonly seed: number;
  /** How the world is right now; undefined at its beginning. */
  readonly state: WorldState | undefined;
  /** Number of this thread, from 0, … */
  readonly part: number;
  /** … of so many. */
  readonly parts: number;
  /** The thread that has the players and the stage. */
  readonly home: number;
  readonly regions: Regions;
  /** By leader the number of its id; it rises when its thread was lost with it. */
  readonly generations: Uint8Array;
  /** Whether others have been playing already, and this thread takes the place of one that was lost: it is given what it is to have. */
  readonly isLate: boolean;
  /** How long a run is that is to be recorded; undefined: none is. */
  readonly recorded?: Length | undefined;
  /** See `CrewOptions`. */
  readonly keys?: readonly number[] | undefined;
}

/** From when on all go on: the tick after `tick` is due at `time`, on the session's clock, in ms. */
export interface Moment {
  readonly tick: number;
  readonly time: number;
}

/** Ticks between two looks at who has crossed a border, and between two reports. */
const every = { move: 6, report: 30 } as const;

/** Ticks that are made up for; if more were missed, all go on without, as in a game that was away. */
const mostLate = 6;

/** A thread's region of the game, played by a loop of its own. */
export class RegionPlay {
  readonly world: World;
  readonly shard: Shard;
  #exposed: SharingWorker<unknown>;
  #setup: Setup;
  #regions: Regions;
  #generations: Uint8Array;
  #groups: Entities<GroupState, PostedMutation>;
  #tables: RegionTables;
  #unshown: Set<Entity> = new Set(); // that are new here, or have changed by other things than updates
  #sight: Sight;
  #keys: Replica<typeof keysSchema> | undefined;
  #watch: EventWatch;
  #toldStage: Stage | undefined;
  #news: Stage | undefined;
  #game: Game;
  #loop: EventLoop;
  #frame: Frame<Entity>;
  #timer: Timer | undefined;
  #pulse = new Pulse();
  #updates = 0;
  #recorder: ThreadRecorder | undefined;
  #priority: Policy<Entity>;

  constructor(exposed: SharingWorker<unknown>, setup: Setup) {
    const { generations, level, part, recorded, regions, seed, state } = setup;
    this.#exposed = exposed;
    this.#setup = setup;
    this.#regions = regions;
    this.#generations = generations;
    this.world = createWorld(level, seed);
    if (state !== undefined) restoreState(this.world, state);
    this.shard = new Shard(this.world);
    this.#sight = new Sight(this.shard, part, regions, this.isHome);
    this.#watch = new EventWatch(this.world);
    this.#tables = new RegionTables(exposed, this.world, part, this.isHome);
    this.#groups = exposed.entities<GroupState, PostedMutation>('groups', {
      release: (id) => this.#release(leaderOf(id)),
      adopt: (_, group) => {
        this.shard.adopt(group);
        for (const { index } of group.records) this.#welcome(index);
      },
      apply: (_, mutation) => this.shard.accept(mutation),
    });
    exposed.subscribe('regions', (given) => this.#follow(given as Regions));
    exposed.subscribe('generations', (given) => (this.#generations = given as Uint8Array));
    if (!this.isHome) exposed.subscribe('stage', (given) => (this.#news = given as Stage));

    const { world } = this;
    this.#recorder = recorded && new ThreadRecorder(world, recorded);
    this.#game = createGame(world, {
      renderer: nullRenderer,
      observers: [this.#pulse, ...(this.#recorder === undefined ? [] : [this.#recorder])],
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
      minRate: this.#game.leastRate,
      initialAge: (enemy) => pendingTime(world, enemy),
    });
    this.#frame.attach(this.#loop);
  }

  get isHome(): boolean {
    return this.#setup.part === this.#setup.home;
  }

  /** Begins with what is in its region. */
  own(): void {
    const { entities, playerCount } = this.world;
    const { isLate, part } = this.#setup;
    const mine = this.shard.leaders.filter((leader, index) => {
      if (leader !== index) return false;
      if (leader < playerCount) return this.isHome;
      return !isLate && partAt(this.#regions, entities[leader]!.x, entities[leader]!.y) === part;
    });
    this.shard.assign(mine);
    for (const leader of mine) if (leader >= playerCount) this.#groups.own(idOf(leader, this.#generations));
    this.#showAll();
  }

  #showAll(): void {
    this.#tables.show(this.shard.enemies);
    this.#tables.showPlayers();
    this.#tables.keep(this.shard.enemies);
  }

  #welcome(index: number): void {
    const entity = this.world.entities[index]!;
    this.#watch.forget(index);
    this.#unshown.add(entity);
    this.#tables.keepSoon(entity);
  }

  #leave(index: number): void {
    this.#unshown.delete(this.world.entities[index]!);
    this.#tables.remove(index);
    this.#sight.remember(index);
  }

  /** Learns to see what the others have. */
  async meet(): Promise<void> {
    await this.#sight.open(this.#exposed, this.#setup.parts);
    if (this.isHome) this.#keys = await this.#exposed.replica('keys', keysSchema);
  }

  /** Goes on from a moment. */
  start({ tick, time }: Moment): void {
    this.#rest();
    // The loop's clock is that of this thread.
    const offset = performance.now() - this.#exposed.now;
    const first = time + offset;
    this.#timer = new Timer((_, release) => this.#tick(tick + 1 + Math.round((release - first) / step)), {
      at: first + Math.max(0, this.world.tick - tick) * step, // those before have been made
      every: step,
      maxLateness: 0.1,
      catchUp: mostLate,
    });
    this.#loop.submit(this.#timer);
  }

  stop(): void {
    this.#rest();
    this.#showAll();
  }

  #rest(): void {
    if (this.#timer !== undefined) this.#loop.cancel(this.#timer);
    this.#timer = undefined;
  }

  /** What this thread has done, on the session's clock, when the run that is recorded has ended. */
  async recording(): Promise<ThreadRecording> {
    if (this.#recorder === undefined)
      throw new Error('RegionPlay.recording: the setup must say that a run is recorded');
    await this.#recorder.ended;
    return onClock(this.#recorder.recording, this.#exposed.now - performance.now());
  }

  /** The tick that is due. */
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

  // What was done takes effect, and others learn of it.
  #commit(): void {
    const { shard, world } = this;
    for (const mutation of shard.takeForeign()) this.#send(mutation);
    const settled = shard.settle();
    for (const entity of settled) publish(world, entity);
    this.#updates += settled.length;
    this.#sight.look();
    // The stage may have done something to anybody.
    const hasStageChanged = this.isHome ? this.#endTick() : this.#followTick();
    this.#tell(hasStageChanged ? shard.enemies : settled.filter(({ index }) => index >= world.playerCount));
    const { tick } = world;
    if (tick % every.move === 0) this.#sendOff();
    if (tick % every.report === 0) this.#report();
  }

  #endTick(): boolean {
    const { stage } = this.world;
    endTick(this.world, step);
    if (!differs(stage, this.#toldStage)) return false;
    const hasChanged = changesEnemies(this.#toldStage, stage);
    this.#toldStage = copyStage(stage);
    this.#exposed.publish('stage', this.#toldStage);
    return hasChanged;
  }

  #followTick(): boolean {
    this.world.mutations.count = 0;
    this.world.tick++;
    this.world.time += step;
    const news = this.#news;
    if (news === undefined) return false;
    this.#news = undefined;
    const hasChanged = changesEnemies(this.world.stage, news);
    followStage(this.world, news);
    return hasChanged;
  }

  #tell(changed: readonly Entity[]): void {
    // Of what happens in a step: a burst of messages where much does, none where nothing does.
    const events = this.#watch.look(changed);
    const own = this.isHome ? events : events.filter(({ entity }) => entity >= this.world.playerCount);
    if (own.length > 0) this.#exposed.publish('events', own, { retention: 'all' });
    this.#tables.show([...changed, ...this.#unshown]);
    this.#tables.keepSome(this.shard.enemies);
    this.#unshown.clear();
  }

  #send(mutation: PostedMutation): void {
    const leader = this.shard.leaders[mutation.target]!;
    if (leader >= this.world.playerCount) this.#groups.mutate(idOf(leader, this.#generations), mutation);
    else this.#exposed.publish('to players', mutation, { retention: 'all' });
  }

  #sendOff(): void {
    const { entities, playerCount } = this.world;
    const { part } = this.#setup;
    for (const { index } of this.shard.enemies) {
      if (this.shard.leaders[index] !== index || index < playerCount) continue;
      const { x, y } = entities[index]!;
      const to = partAt(this.#regions, x, y);
      if (to !== part && this.#isBeyond(x, y, part)) this.#groups.migrate(idOf(index, this.#generations), to);
    }
  }

  #isBeyond(x: number, y: number, part: number): boolean {
    return [-hysteresis, hysteresis].every(
      (far) => partAt(this.#regions, x + far, y) !== part && partAt(this.#regions, x, y + far) !== part,
    );
  }

  #release(leader: number): GroupState {
    const group = this.shard.release(leader);
    for (const { index } of group.records) this.#leave(index);
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
    const { busy, jitter } = this.#pulse;
    const time = this.#exposed.now;
    const report: LoadReport = { counts, priorities, updates: this.#updates, busy, jitter, time };
    this.#exposed.publish(`load ${this.#setup.part}`, report);
  }

  #follow(regions: Regions): void {
    this.#regions = regions;
    this.#sight.follow(regions);
  }
}
