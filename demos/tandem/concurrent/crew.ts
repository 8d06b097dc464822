import {
  type Entities,
  MultiProc,
  type MultiProcOptions,
  type PublishedTable,
  type Replica,
  type Schema,
  WorkerLostError,
} from '@doha/multiproc';
import { type Game, step, type Threads } from '../game.ts';
import type { GameEvent } from '../events.ts';
import { copyEntity } from '../world/entity.ts';
import type { Length } from '../measure/length.ts';
import { onClock, type ThreadRecording } from '../measure/thread-recorder.ts';
import type { PostedMutation } from '../world/mutation.ts';
import type { Stage } from '../world/stage.ts';
import { copyState, type WorldState } from '../world/world-state.ts';
import type { World } from '../world/world.ts';
import {
  followPlayers,
  keysSchema,
  keptSchema,
  playerSchema,
  readKept,
  readShown,
  shownSchema,
} from './fields.ts';
import { crowdsOf, handOver } from './hand-over.ts';
import { leadersOf, membersOf } from './groups.ts';
import { idOf, leaderOf, type LoadReport, type Moment, type Setup } from './region-play.ts';
import type { Region } from './region.worker.ts';
import { equalRegions, partAt, type Regions } from './regions.ts';
import type { GroupState } from './shard.ts';
import { spawnRegion } from './spawn-region.ts';
import { followStage } from './stage-news.ts';

export interface CrewOptions {
  readonly workers: number | 'auto';
  /** How long a run is that is to be recorded; default: none is. */
  readonly recorded?: Length | undefined;
  /** What both robots are told, tick by tick, see `joinHeld`, nothing after that; default: what the game's robots are told. */
  readonly keys?: readonly number[] | undefined;
  /** Starts a thread; by default a module worker of a browser. */
  readonly spawn?: MultiProcOptions<Region>['spawn'];
}

/** Milliseconds without an answer after which a thread is given up, and between two looks at how the load is spread. */
const hangLimit = 1500;
const balanceEvery = 500;
/** Milliseconds after which a thread that has been replaced is asked again. */
const patience = 50;
/** Milliseconds before a picture at which steps are due where the display makes as many pictures: what they come to is just there then. */
const lead = 2;
/** Milliseconds by which they may be off that, and how fast it is found out, per picture. */
const slack = 1;
const heed = 0.05;

/** The threads of the concurrent game, as the page sees them: it has a world that follows theirs. */
export class Crew implements Threads {
  readonly world: World;
  #proc: MultiProc<Region>;
  #game: Game;
  #options: Pick<CrewOptions, 'keys' | 'recorded'>;
  #regions: Regions;
  #generations: Uint8Array;
  #leaders: Int32Array;
  #groups: Entities<GroupState, PostedMutation>;
  #shown: Replica<typeof shownSchema>[] = [];
  #kept: Replica<Schema>[] = [];
  #players: Replica<Schema> | undefined;
  #stage: Stage | undefined;
  #reports: (LoadReport | undefined)[];
  #capacities: number[]; // by part, updates per second, were it always busy
  #began: Moment = { tick: 0, time: 0 };
  #seenIn: number[]; // by part, the newest tick of its rows
  #drift = 0; // ms that pictures are later than that
  #isRunning = false;
  #isClosed = false;
  #keys: PublishedTable<typeof keysSchema>;
  #replacing: Map<number, Promise<void>> = new Map(); // by part
  /** Groups that have lost their thread and have none yet, by leader, with what is done to them. */
  #rescued: Map<number, PostedMutation[]> = new Map();
  #balancing: ReturnType<typeof setInterval> | undefined;

  private constructor(game: Game, proc: MultiProc<Region>, options: Pick<CrewOptions, 'keys' | 'recorded'>) {
    const { world } = game;
    this.world = world;
    this.#game = game;
    this.#proc = proc;
    this.#options = options;
    this.#regions = equalRegions(world.grid, proc.workers);
    this.#generations = new Uint8Array(world.entities.length);
    this.#leaders = leadersOf(world);
    this.#reports = Array.from({ length: proc.workers });
    this.loads = Array.from({ length: proc.workers }, () => NaN);
    this.#seenIn = this.loads.map(() => 0);
    this.#capacities = this.loads.map(() => NaN);
    this.#groups = proc.entities<GroupState, PostedMutation>('groups', {
      release: (id) => this.#release(leaderOf(id)),
      adopt: () => {}, // nobody sends any here
      apply: (_, mutation) => this.#rescued.get(this.#leaders[mutation.target]!)?.push(mutation),
      died: (ids) => this.#rescue(ids),
    });
    this.#keys = proc.table('keys', keysSchema);
    proc.publish('regions', this.#regions);
    proc.publish('generations', this.#generations);
    proc.subscribe('stage', (stage) => (this.#stage = stage as Stage));
    proc.subscribe('events', (events) => game.events.push(...(events as readonly GameEvent[])));
    for (let part = 0; part < proc.workers; part++) {
      proc.subscribe(`load ${part}`, (report) => this.#note(part, report as LoadReport));
    }
  }

  /** Starts threads for a game, and gives them its world as it is. */
  static async start(game: Game, { spawn = spawnRegion, workers, ...options }: CrewOptions): Promise<Crew> {
    let replace: (part: number) => void = () => {};
    const proc = await MultiProc.start<Region>({
      workers,
      hangLimit,
      spawn,
      inThread: async () => (await import('./region.worker.ts')).region,
      onError(error) {
        console.warn(error); // oxlint-disable-line no-console -- who looks after it wants to know
        if (error instanceof WorkerLostError) replace(error.worker);
      },
    });
    const crew = new Crew(game, proc, options);
    await crew.#load();
    replace = (part) => void crew.#replace(part);
    return crew;
  }

  get parts(): number {
    return this.#proc.workers;
  }

  get regions(): Regions {
    return this.#regions;
  }

  /** The thread that has each entity, by its index. */
  get owners(): Uint8Array {
    return this.#game.owners;
  }

  /** The session's clock, in ms. */
  get now(): number {
    return this.#proc.now;
  }

  /** See `Threads`. */
  readonly loads: number[];

  get jitter(): number {
    return this.#reports[home]?.jitter ?? NaN;
  }

  #note(part: number, report: LoadReport): void {
    const before = this.#reports[part];
    this.#reports[part] = report;
    if (before === undefined || before.updates > report.updates) return;
    this.loads[part] = (report.busy - before.busy) / (report.time - before.time);
    this.#capacities[part] = (1000 * (report.updates - before.updates)) / (report.busy - before.busy);
  }

  async #load(): Promise<void> {
    const state = this.world.tick > 0 ? copyState(this.world) : undefined;
    const parts = Array.from({ length: this.parts }, (_, part) => part);
    const load = (part: number): Promise<boolean> =>
      this.#proc
        .worker(part)
        .call('load', this.#setupOf(part, state, false))
        .then(
          () => true,
          () => false,
        );
    const areLoaded = await Promise.all(parts.map(load));
    const meet = (part: number): Promise<void> => this.#proc.worker(part).call('meet');
    for (const part of parts) if (areLoaded[part] === false) this.#rescueRegion(part);
    await Promise.all(
      parts.map((part) =>
        areLoaded[part] === true ? meet(part).catch(() => this.#replace(part)) : this.#replace(part),
      ),
    );
    for (const part of parts) {
      this.#shown.push(await this.#proc.replica(`shown ${part}`, shownSchema));
      this.#kept.push(await this.#proc.replica(`kept ${part}`, keptSchema));
    }
    this.#players = await this.#proc.replica('players', playerSchema);
    // As soon as they have moved, for those who look before the next picture.
    this.#players.onChange(() => this.#seePlayers());
  }

  #setupOf(part: number, state: WorldState | undefined, isLate: boolean): Setup {
    const { level, seed } = this.world;
    const [regions, generations] = [this.#regions, this.#generations];
    return {
      ...this.#options,
      level,
      seed,
      state,
      part,
      parts: this.parts,
      home,
      regions,
      generations,
      isLate,
    };
  }

  /** All go on, from the tick that the world has come to. `picture`: when there was one, ms on the page's clock. */
  resume(picture: number): void {
    this.#isRunning = true;
    this.#drift = 0;
    this.#begin({ tick: this.world.tick, time: this.#sessionTime(picture) + 4 * step - lead });
    this.#balancing = setInterval(() => this.#balance(), balanceEvery);
  }

  #begin(moment: Moment): void {
    this.#began = moment;
    for (let part = 0; part < this.parts; part++) {
      this.#proc
        .worker(part)
        .call('start', moment)
        .catch(() => {}); // who takes its place is told
    }
  }

  #sessionTime(time: number): number {
    return time - performance.now() + this.now;
  }

  /** There is a picture, at a time on the page's clock: steps keep in time with them, so that none is shown a picture later than it could be. */
  keepTime(picture: number): void {
    if (!this.#isRunning) return;
    const { tick, time } = this.#began;
    const ticks = (this.#sessionTime(picture) - lead - time) / step;
    const late = (ticks - Math.round(ticks)) * step;
    this.#drift += (late - this.#drift) * heed;
    if (Math.abs(this.#drift) < slack) return;
    this.#begin({ tick, time: time + this.#drift });
    this.#drift = 0;
  }

  /** All stop; the world here is all that they had. */
  pause(): void {
    this.#isRunning = false;
    this.alpha = 1;
    clearInterval(this.#balancing);
    for (let part = 0; part < this.parts; part++)
      this.#proc
        .worker(part)
        .call('stop')
        .catch(() => {});
    this.follow();
    for (const replica of this.#kept) {
      replica.advance();
      this.#read(replica);
    }
  }

  /** What the threads have done, by the page's clock, when the run that is recorded has ended. */
  async recordings(): Promise<[ThreadRecording, ...ThreadRecording[]]> {
    const parts = Array.from({ length: this.parts }, (_, part) => part);
    const recordings = await Promise.all(parts.map((part) => this.#proc.worker(part).call('recording')));
    const offset = performance.now() - this.now;
    return recordings.map((recording) => onClock(recording, offset)) as [ThreadRecording];
  }

  /** Ends a thread at once, as a crash would. */
  kill(part: number): void {
    this.#proc.worker(part).terminate();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#balancing);
    this.#proc.dispose();
  }

  /** Sends on what the players are told now, if that is something else than before. */
  press(): void {
    const { held } = this.#keys.columns;
    let isNew = false;
    for (const [i, robot] of this.world.robots.entries()) {
      const row = this.#keys.rowOf(i + 1) ?? this.#keys.add(i + 1);
      isNew ||= held[row] !== robot.held;
      held[row] = robot.held;
    }
    if (isNew) this.#keys.commit();
  }

  /** How far the moment that was followed to is from the last tick but one to the last: 0 to 1, or a little less where the schedule was shifted. */
  alpha = 1;

  /** Brings the world to what the threads have come to at a moment, ms on the page's clock; default: now. Returns how many ticks that is on. */
  follow(at: number = performance.now()): number {
    const { tick, time } = this.#began;
    const before = this.world.tick;
    if (this.#isRunning) {
      const due = tick + 1 + (this.#sessionTime(at) - time) / step;
      this.world.tick = Math.max(before, Math.floor(due));
      this.world.time = this.world.tick * step;
      this.alpha = Math.max(-1, Math.min(1, due - this.world.tick));
    }
    if (this.#stage !== undefined) followStage(this.world, this.#stage);
    this.#stage = undefined;
    for (const [part, replica] of this.#shown.entries()) this.#see(replica, part);
    this.#seePlayers();
    return this.world.tick - before;
  }

  #see(replica: Replica<typeof shownSchema>, part: number): void {
    if (!replica.advance()) return;
    const { owners, updates } = this.#game;
    const seenIn = this.#seenIn[part]!;
    const { committed, entities } = this.world;
    for (const { columns, count, ids } of replica.parts) {
      for (let row = 0; row < count; row++) {
        const index = ids[row]! - 1;
        const enemy = entities[index]!;
        const shownIn = columns.shownIn[row]!;
        if (shownIn < seenIn || columns.times[2 * row]! * step < enemy.updatedAt - 1) continue; // it may be in another thread now, and this is older
        this.#seenIn[part] = Math.max(this.#seenIn[part]!, shownIn);
        readShown(columns, row, enemy);
        committed.x[index] = enemy.x;
        committed.y[index] = enemy.y;
        committed.active[index] = columns.active[row]!;
        updates[index] = columns.updates[row]!;
        owners[index] = part;
      }
    }
  }

  #seePlayers(): void {
    if (this.#players?.advance() !== true) return;
    followPlayers(this.#players, this.world);
    for (const { index, updates } of this.world.players) this.#game.updates[index] = updates;
  }

  #read(replica: Replica<Schema>): void {
    for (const { columns, count, ids } of replica.parts)
      for (let row = 0; row < count; row++) readKept(columns, row, this.world.entities[ids[row]! - 1]!);
  }

  #balance(): void {
    const reports = this.#reports;
    if (this.parts < 2 || reports.includes(undefined)) return;
    if (!this.#game.balances) {
      const equal = equalRegions(this.world.grid, this.parts);
      if (equal.owners.some((part, piece) => part !== this.#regions.owners[piece])) this.#divide(equal);
      return;
    }
    const next = handOver(this.#regions, {
      crowds: crowdsOf(reports as readonly LoadReport[]),
      capacity: this.#capacities.reduce((sum, one) => sum + one, 0),
      parts: this.parts,
    });
    if (next !== undefined) this.#divide(next);
  }

  #divide(regions: Regions): void {
    this.#regions = regions;
    this.#proc.publish('regions', regions);
  }

  // Groups have died with their thread: they go on as they were copied last.
  #rescue(ids: readonly number[]): void {
    this.follow();
    for (const replica of this.#kept) replica.advance();
    const dead = new Set(ids.filter((id) => idOf(leaderOf(id), this.#generations) === id).map(leaderOf));
    for (const { columns, count, ids: rows } of this.#kept.flatMap(({ parts }) => parts)) {
      for (let row = 0; row < count; row++) {
        const index = rows[row]! - 1;
        if (dead.has(this.#leaders[index]!)) readKept(columns, row, this.world.entities[index]!);
      }
    }
    this.#takeOver(dead);
  }

  // A thread was lost before it had said what it has.
  #rescueRegion(part: number): void {
    const { entities, playerCount } = this.world;
    const leaders = this.#leaders.filter((leader, index) => leader === index && index >= playerCount);
    const theirs = [...leaders].filter((leader) => {
      return partAt(this.#regions, entities[leader]!.x, entities[leader]!.y) === part;
    });
    this.#takeOver(theirs.filter((leader) => !this.#rescued.has(leader)));
  }

  // Under new ids, for what is meant for the old ones is dropped.
  #takeOver(leaders: Iterable<number>): void {
    for (const leader of leaders) {
      this.#generations[leader]!++;
      this.#rescued.set(leader, []);
      this.#groups.own(idOf(leader, this.#generations));
    }
    this.#proc.publish('generations', this.#generations.slice());
  }

  #release(leader: number): GroupState {
    const records = membersOf(this.#leaders, leader).map((index) => copyEntity(this.world.entities[index]!));
    const mutations = this.#rescued.get(leader) ?? [];
    this.#rescued.delete(leader);
    return { leader, records, robots: [], mutations };
  }

  /** Another worker has taken the place of one that was lost, or will soon: it gets what that had. It may be lost in its turn. */
  #replace(part: number): Promise<void> {
    const going = this.#replacing.get(part);
    if (going !== undefined) return going;
    const replaced = this.#reload(part).finally(() => this.#replacing.delete(part));
    this.#replacing.set(part, replaced);
    return replaced;
  }

  async #reload(part: number): Promise<void> {
    const worker = this.#proc.worker(part);
    while (!this.#isClosed) {
      try {
        await worker.call('load', this.#setupOf(part, copyState(this.world), true));
        await worker.call('meet');
        if (this.#isRunning) await worker.call('start', this.#began);
        this.#giveBack();
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, patience));
      }
    }
  }

  // Groups that have no thread go to who has their region now.
  #giveBack(): void {
    for (const leader of this.#rescued.keys()) {
      const { x, y } = this.world.entities[leader]!;
      this.#groups.migrate(idOf(leader, this.#generations), partAt(this.#regions, x, y));
    }
  }
}

/** The thread that has the players and the stage. */
const home = 0;
