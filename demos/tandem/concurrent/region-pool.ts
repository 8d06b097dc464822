import { MultiProc, type MultiProcOptions, type WorkerHandle, WorkerLostError } from '@doha/multiproc';
import { share, type PublishedTable, type SharedPool } from '@doha/multiproc/shared';
import { type Game, step, type Threads } from '../game/game.ts';
import { copyState, type WorldState } from '../world/world-state.ts';
import type { World } from '../world/world.ts';
import { keysSchema } from './entity-schema.ts';
import { crowdsOf, type LoadReport, rebalance } from './rebalance.ts';
import { Recovery } from './recovery.ts';
import type { Schedule, Setup } from './region-game.ts';
import type { Region } from './region.ts';
import { equalRegions, type Regions } from './regions.ts';
import { spawnRegion } from './spawn-region.ts';
import { publish, subscribe } from './topics.ts';
import { WorldReplica } from './world-replica.ts';

export interface RegionPoolOptions {
  readonly workers: number | 'auto';
  /**
   * The keys of both robots, one number per tick, see `joinHeld`. After the last number no keys are
   * held. Default: the keys of the page's robots.
   */
  readonly keys?: readonly number[] | undefined;
  /** Starts a worker. Default: a module worker of a browser. */
  readonly spawn?: MultiProcOptions<Region>['spawn'];
  /** Exposes a region in the calling thread, for `workers: 0`. */
  readonly inThread?: MultiProcOptions<Region>['inThread'];
  /** Passed to the observers that the worker's module creates. The game does not read it. */
  readonly observation?: unknown;
}

/** Milliseconds without an answer after which a worker counts as lost and is replaced. */
const unresponsiveTimeout = 1500;
/** Milliseconds between two checks of the balance. */
const balancePeriod = 500;

/** Weight of the newest report in the averages of load and rate. */
const freshness = 0.3;

/**
 * Milliseconds between two attempts to load a region into the replacement of a lost worker, and the
 * maximum number of attempts.
 */
const retryDelay = 50;
const maxAttempts = 60;

/**
 * Steps are due this number of milliseconds before a frame, so that their results arrive just
 * before the frame.
 */
const lead = 2;

/** Deviation from `lead` in ms above which the schedule is shifted, and the weight of one frame in the measured deviation. */
const tolerance = 1;
const smoothing = 0.05;

/**
 * The page's part of the concurrent game: its worker pool. The page's world is a replica of the
 * workers' worlds.
 */
export class RegionPool implements Threads {
  readonly world: World;
  #proc: SharedPool<Region>;
  #game: Game;
  #options: Pick<RegionPoolOptions, 'keys' | 'observation'>;
  #regions: Regions;
  #replica: WorldReplica;
  #recovery: Recovery;
  #keys: PublishedTable<typeof keysSchema>;
  #reports: (LoadReport | undefined)[];
  #rates: number[]; // by thread, recent updates per second
  #schedule: Schedule = { tick: 0, time: 0 };
  #drift = 0; // ms by which frames are later than the schedule expects
  #isRunning = false;
  #isClosed = false;
  #connected: Set<number> = new Set(); // threads
  #replacing: Map<number, Promise<void>> = new Map(); // by thread
  #balancing: ReturnType<typeof setInterval> | undefined;

  private constructor(
    game: Game,
    proc: SharedPool<Region>,
    options: Pick<RegionPoolOptions, 'keys' | 'observation'>,
  ) {
    const { world } = game;
    this.world = world;
    this.#game = game;
    this.#proc = proc;
    this.#options = options;
    this.#regions = equalRegions(world.grid, proc.workers);
    this.#reports = Array.from({ length: proc.workers });
    this.loads = Array.from({ length: proc.workers }, () => NaN);
    this.#rates = this.loads.map(() => NaN);
    this.#replica = new WorldReplica(game, proc);
    this.#recovery = new Recovery(proc, world, (isLost) => this.#replica.readBackups(isLost));
    this.#keys = proc.table('keys', keysSchema);
    publish(proc, 'regions', this.#regions);
    for (let thread = 0; thread < proc.workers; thread++)
      subscribe(proc, `load ${thread}`, (report) => this.#addReport(thread, report));
  }

  /** Starts workers, and gives them the current state of the game's world. Rejects if no backend of the pool works. */
  static async start(game: Game, options: RegionPoolOptions): Promise<RegionPool> {
    const { inThread = exposeHere, spawn = spawnRegion, workers, ...others } = options;
    let lose: (thread: number) => void = () => {};
    const proc = await share(
      MultiProc.start<Region>({
        workers,
        unresponsiveTimeout,
        spawn,
        inThread,
        onError(error) {
          console.warn(error); // oxlint-disable-line no-console -- the game goes on without the worker
          if (error instanceof WorkerLostError) lose(error.worker);
        },
      }),
    );
    const pool = new RegionPool(game, proc, others);
    lose = (thread) => pool.#lose(thread);
    await pool.#load();
    return pool;
  }

  get count(): number {
    return this.#proc.workers;
  }

  get regions(): Regions {
    return this.#regions;
  }

  /** The owning thread by entity index. */
  get owners(): Uint8Array {
    return this.#game.owners;
  }

  /** Time on the session's clock in ms. */
  get now(): number {
    return this.#proc.now;
  }

  readonly loads: number[];

  get jitter(): number {
    return this.#reports[home]?.jitter ?? NaN;
  }

  /** The workers by thread number. */
  get workers(): WorkerHandle<Region>[] {
    return Array.from({ length: this.count }, (_, thread) => this.#proc.worker(thread));
  }

  #addReport(thread: number, report: LoadReport): void {
    const before = this.#reports[thread];
    this.#reports[thread] = report;
    if (before === undefined || before.updates > report.updates) return;
    const seconds = (report.time - before.time) / 1000;
    const smooth = (last: number, now: number): number =>
      Number.isNaN(last) ? now : last + (now - last) * freshness;
    this.loads[thread] = smooth(this.loads[thread]!, (report.busy - before.busy) / seconds / 1000);
    this.#rates[thread] = smooth(this.#rates[thread]!, (report.updates - before.updates) / seconds);
  }

  async #load(): Promise<void> {
    const state = this.world.tick > 0 ? copyState(this.world) : undefined;
    const loads = await Promise.allSettled(
      this.workers.map((worker, thread) => worker.call('load', [this.#setupOf(thread, state, false)])),
    );
    const lost = [...loads.keys()].filter((thread) => loads[thread]!.status === 'rejected');
    for (const thread of lost) this.#recovery.takeRegion(this.#regions, thread);
    await Promise.all(
      [...loads.keys()].map((thread) =>
        lost.includes(thread)
          ? this.#replace(thread)
          : this.#connect(thread).catch(() => this.#replace(thread)),
      ),
    );
    await this.#replica.open(this.#proc);
  }

  async #connect(thread: number): Promise<void> {
    await this.#proc.worker(thread).call('connect', []);
    this.#connected.add(thread);
  }

  #setupOf(thread: number, state: WorldState | undefined, isLate: boolean): Setup {
    const { level, seed } = this.world;
    const [regions, { generations }] = [this.#regions, this.#recovery];
    return {
      ...this.#options,
      level,
      seed,
      state,
      thread,
      threadCount: this.count,
      home,
      regions,
      generations,
      isLate,
    };
  }

  /** Continues from the current tick of the world. `frameTime` is the time stamp of the last frame. */
  resume(frameTime: number): void {
    this.#isRunning = true;
    this.#drift = 0;
    this.#setSchedule({ tick: this.world.tick, time: this.#sessionTime(frameTime) + 4 * step - lead });
    this.#balancing = setInterval(() => this.#balance(), balancePeriod);
  }

  #setSchedule(schedule: Schedule): void {
    this.#schedule = schedule;
    // If a worker is lost, its replacement gets the schedule when it has loaded.
    for (const worker of this.workers) worker.call('start', [schedule]).catch(() => {});
  }

  #sessionTime(time: number): number {
    return time - performance.now() + this.now;
  }

  /**
   * Shifts the schedule if the frames of the display drift away from it. Otherwise, a step could be
   * drawn one frame later than necessary. `frameTime` is the time stamp of a frame.
   */
  alignTo(frameTime: number): void {
    if (!this.#isRunning) return;
    const { tick, time } = this.#schedule;
    const ticks = (this.#sessionTime(frameTime) - lead - time) / step;
    const late = (ticks - Math.round(ticks)) * step;
    this.#drift += (late - this.#drift) * smoothing;
    if (Math.abs(this.#drift) < tolerance) return;
    this.#setSchedule({ tick, time: time + this.#drift });
    this.#drift = 0;
  }

  /**
   * Stops all threads. Soon afterwards the page's world has the complete state of all threads,
   * unless another loop has continued the game in the meantime.
   */
  pause(): void {
    this.#isRunning = false;
    this.alpha = 1;
    clearInterval(this.#balancing);
    const stopping = this.workers.map((worker) => worker.call('stop', []));
    this.#replica.advance();
    void this.#readBackupsAfter(stopping);
  }

  async #readBackupsAfter(stopping: readonly Promise<void>[]): Promise<void> {
    const { tick } = this.world;
    await Promise.allSettled(stopping);
    if (!this.#isRunning && !this.#isClosed && this.world.tick === tick)
      this.#replica.readBackups(() => true);
  }

  /** Terminates a worker at once, as a crash would. */
  kill(thread: number): void {
    this.#proc.worker(thread).terminate();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#balancing);
    this.#recovery.close();
    this.#proc.dispose();
  }

  /** Publishes the keys of the robots if they have changed. */
  sendKeys(): void {
    const { held } = this.#keys.columns;
    let hasChanged = false;
    for (const [i, robot] of this.world.robots.entries()) {
      const row = this.#keys.rowOf(i + 1) ?? this.#keys.add(i + 1);
      hasChanged ||= held[row] !== robot.held;
      held[row] = robot.held;
    }
    if (hasChanged) this.#keys.commit();
  }

  /**
   * The moment of the last `advance`, between the last two ticks: 0 at the earlier tick, 1 at the
   * later one. It is slightly below 0 after a shift of the schedule.
   */
  alpha = 1;

  /**
   * Brings the world to a moment on the page's clock, in ms. Returns the number of ticks by which
   * it has advanced.
   */
  advance(at: number = performance.now()): number {
    const before = this.world.tick;
    if (this.#isRunning) this.#advanceClock(this.#sessionTime(at));
    this.#replica.advance();
    return this.world.tick - before;
  }

  #advanceClock(now: number): void {
    const { tick, time } = this.#schedule;
    if (now < time) return;
    const due = tick + 1 + (now - time) / step;
    this.world.tick = Math.max(this.world.tick, Math.floor(due));
    this.world.time = this.world.tick * step;
    this.alpha = Math.max(-1, Math.min(1, due - this.world.tick));
  }

  #balance(): void {
    const reports = this.#reports;
    if (this.count < 2 || reports.includes(undefined)) return;
    if (!this.#game.balances) {
      const equal = equalRegions(this.world.grid, this.count);
      if (equal.owners.some((thread, piece) => thread !== this.#regions.owners[piece]))
        this.#setRegions(equal);
      return;
    }
    const crowds = crowdsOf(reports as readonly LoadReport[]);
    const throughputs = this.loads.map((load, thread) => ({ load, rate: this.#rates[thread]! }));
    const next = rebalance(this.#regions, crowds, throughputs);
    if (next !== undefined) this.#setRegions(next);
  }

  #setRegions(regions: Regions): void {
    this.#regions = regions;
    publish(this.#proc, 'regions', regions);
  }

  // `MultiProc` replaces a lost worker, and the replacement must load the region again. If the worker
  // had not connected yet, its pending call is rejected, and `#load` calls `#replace`.
  #lose(thread: number): void {
    if (this.#connected.has(thread)) void this.#replace(thread);
  }

  /**
   * Loads the region of a lost worker into its replacement. If the replacement is lost, too, this
   * is repeated.
   */
  #replace(thread: number): Promise<void> {
    const pending = this.#replacing.get(thread);
    if (pending !== undefined) return pending;
    const replaced = this.#reload(thread).finally(() => this.#replacing.delete(thread));
    this.#replacing.set(thread, replaced);
    return replaced;
  }

  async #reload(thread: number): Promise<void> {
    const worker = this.#proc.worker(thread);
    this.#reports[thread] = undefined;
    for (let attempt = 1; !this.#isClosed; attempt++) {
      try {
        await worker.call('load', [this.#setupOf(thread, copyState(this.world), true)]);
        await this.#connect(thread);
        if (this.#isRunning) await worker.call('start', [this.#schedule]);
        return this.#recovery.distribute(this.#regions);
      } catch {
        if (attempt === maxAttempts) return this.#abandon(thread);
        await new Promise((resolve) => setTimeout(resolve, retryDelay));
      }
    }
  }

  // Gives up a thread whose replacements are lost again and again. The home thread gets its region,
  // unless the lost thread is the home thread.
  #abandon(thread: number): void {
    const { columns, owners, rows } = this.#regions;
    this.#setRegions({ columns, rows, owners: owners.map((owner) => (owner === thread ? home : owner)) });
    if (thread !== home) this.#recovery.distribute(this.#regions);
  }
}

/** The thread that owns the players and the stage. */
const home = 0;

const exposeHere: RegionPoolOptions['inThread'] = async () => (await import('./region.ts')).createRegion();
