import { MultiProc, type MultiProcOptions, type WorkerHandle, WorkerLostError } from '@doha/multiproc';
import { type PublishedTable, type SharedPool, share } from '@doha/multiproc/shared';
import { type Game, step, type Threads } from '../game.ts';
import type { Length } from '../measure/length.ts';
import { onClock, type ThreadRecording } from '../measure/thread-recorder.ts';
import { copyState, type WorldState } from '../world/world-state.ts';
import type { World } from '../world/world.ts';
import { keysSchema } from './fields.ts';
import { Follower } from './follower.ts';
import { crowdsOf, handOver, type LoadReport } from './hand-over.ts';
import { Orphans } from './orphans.ts';
import type { Moment, Setup } from './region-play.ts';
import type { Region } from './region.ts';
import { equalRegions, type Regions } from './regions.ts';
import { spawnRegion } from './spawn-region.ts';

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
const unresponsiveTimeout = 1500;
const balanceEvery = 500;
/** How much the newest report counts beside those before it. */
const freshness = 0.3;
/** Milliseconds after which a thread that has been replaced is asked again, and how often. */
const patience = 50;
const mostAttempts = 60;
/** Milliseconds before a picture at which steps are due where the display makes as many pictures: what they come to is just there then. */
const lead = 2;
/** Milliseconds by which they may be off that, and how fast it is found out, per picture. */
const slack = 1;
const heed = 0.05;

/** The threads of the concurrent game, as the page sees them: it has a world that follows theirs. */
export class Crew implements Threads {
  readonly world: World;
  #proc: SharedPool<Region>;
  #game: Game;
  #options: Pick<CrewOptions, 'keys' | 'recorded'>;
  #regions: Regions;
  #follower: Follower;
  #orphans: Orphans;
  #keys: PublishedTable<typeof keysSchema>;
  #reports: (LoadReport | undefined)[];
  #rates: number[]; // by part, updates per second of late
  #began: Moment = { tick: 0, time: 0 };
  #drift = 0; // ms that pictures are later than that
  #isRunning = false;
  #isClosed = false;
  #haveMet: Set<number> = new Set(); // parts
  #replacing: Map<number, Promise<void>> = new Map(); // by part
  #balancing: ReturnType<typeof setInterval> | undefined;

  private constructor(game: Game, proc: SharedPool<Region>, options: Pick<CrewOptions, 'keys' | 'recorded'>) {
    const { world } = game;
    this.world = world;
    this.#game = game;
    this.#proc = proc;
    this.#options = options;
    this.#regions = equalRegions(world.grid, proc.workers);
    this.#reports = Array.from({ length: proc.workers });
    this.loads = Array.from({ length: proc.workers }, () => NaN);
    this.#rates = this.loads.map(() => NaN);
    this.#follower = new Follower(game, proc);
    this.#orphans = new Orphans(proc, world, (isLost) => this.#follower.recall(isLost));
    this.#keys = proc.table('keys', keysSchema);
    proc.publish('regions', this.#regions);
    for (let part = 0; part < proc.workers; part++) {
      proc.subscribe(`load ${part}`, (report) => this.#note(part, report as LoadReport));
    }
  }

  /** Starts threads for a game, and gives them its world as it is. */
  static async start(game: Game, { spawn = spawnRegion, workers, ...options }: CrewOptions): Promise<Crew> {
    let lose: (part: number) => void = () => {};
    const proc = await share(
      MultiProc.start<Region>({
        workers,
        unresponsiveTimeout,
        spawn,
        inThread: async () => (await import('./region.ts')).createRegion(),
        onError(error) {
          console.warn(error); // oxlint-disable-line no-console -- who looks after it wants to know
          if (error instanceof WorkerLostError) lose(error.worker);
        },
      }),
    );
    const crew = new Crew(game, proc, options);
    lose = (part) => crew.#lose(part);
    await crew.#load();
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
    const seconds = (report.time - before.time) / 1000;
    const smooth = (last: number, now: number): number =>
      Number.isNaN(last) ? now : last + (now - last) * freshness;
    this.loads[part] = smooth(this.loads[part]!, (report.busy - before.busy) / seconds / 1000);
    this.#rates[part] = smooth(this.#rates[part]!, (report.updates - before.updates) / seconds);
  }

  /** By part. */
  get #workers(): WorkerHandle<Region>[] {
    return Array.from({ length: this.parts }, (_, part) => this.#proc.worker(part));
  }

  async #load(): Promise<void> {
    const state = this.world.tick > 0 ? copyState(this.world) : undefined;
    const loads = await Promise.allSettled(
      this.#workers.map((worker, part) => worker.call('load', this.#setupOf(part, state, false))),
    );
    const lost = [...loads.keys()].filter((part) => loads[part]!.status === 'rejected');
    for (const part of lost) this.#orphans.takeRegion(this.#regions, part);
    await Promise.all(
      [...loads.keys()].map((part) =>
        lost.includes(part) ? this.#replace(part) : this.#meet(part).catch(() => this.#replace(part)),
      ),
    );
    await this.#follower.open(this.#proc);
  }

  async #meet(part: number): Promise<void> {
    await this.#proc.worker(part).call('meet');
    this.#haveMet.add(part);
  }

  #setupOf(part: number, state: WorldState | undefined, isLate: boolean): Setup {
    const { level, seed } = this.world;
    const [regions, { generations }] = [this.#regions, this.#orphans];
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
    for (const worker of this.#workers) worker.call('start', moment).catch(() => {}); // who takes its place is told
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

  /** All stop. Soon afterwards the world here is all that they had, if nobody has gone on with it. */
  pause(): void {
    this.#isRunning = false;
    this.alpha = 1;
    clearInterval(this.#balancing);
    const stopping = this.#workers.map((worker) => worker.call('stop'));
    this.#follower.follow();
    void this.#recallAfter(stopping);
  }

  async #recallAfter(stopping: readonly Promise<void>[]): Promise<void> {
    const { tick } = this.world;
    await Promise.allSettled(stopping);
    if (!this.#isRunning && !this.#isClosed && this.world.tick === tick) this.#follower.recall(() => true);
  }

  /** What the threads have done, by the page's clock, when the run that is recorded has ended. */
  async recordings(): Promise<[ThreadRecording, ...ThreadRecording[]]> {
    const recordings = await Promise.all(this.#workers.map((worker) => worker.call('recording')));
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
    this.#orphans.close();
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
    const before = this.world.tick;
    if (this.#isRunning) this.#followClock(this.#sessionTime(at));
    this.#follower.follow();
    return this.world.tick - before;
  }

  #followClock(now: number): void {
    const { tick, time } = this.#began;
    if (now < time) return;
    const due = tick + 1 + (now - time) / step;
    this.world.tick = Math.max(this.world.tick, Math.floor(due));
    this.world.time = this.world.tick * step;
    this.alpha = Math.max(-1, Math.min(1, due - this.world.tick));
  }

  #balance(): void {
    const reports = this.#reports;
    if (this.parts < 2 || reports.includes(undefined)) return;
    if (!this.#game.balances) {
      const equal = equalRegions(this.world.grid, this.parts);
      if (equal.owners.some((part, piece) => part !== this.#regions.owners[piece])) this.#divide(equal);
      return;
    }
    const crowds = crowdsOf(reports as readonly LoadReport[]);
    const paces = this.loads.map((load, part) => ({ load, rate: this.#rates[part]! }));
    const next = handOver(this.#regions, crowds, paces);
    if (next !== undefined) this.#divide(next);
  }

  #divide(regions: Regions): void {
    this.#regions = regions;
    this.#proc.publish('regions', regions);
  }

  // A worker was lost; another takes its place, or will soon.
  #lose(part: number): void {
    // Before, who waits for it sees it.
    if (this.#haveMet.has(part)) void this.#replace(part);
  }

  /** Gives a worker that has taken the place of one that was lost what that had. It may be lost in its turn. */
  #replace(part: number): Promise<void> {
    const going = this.#replacing.get(part);
    if (going !== undefined) return going;
    const replaced = this.#reload(part).finally(() => this.#replacing.delete(part));
    this.#replacing.set(part, replaced);
    return replaced;
  }

  async #reload(part: number): Promise<void> {
    const worker = this.#proc.worker(part);
    this.#reports[part] = undefined;
    for (let attempt = 1; !this.#isClosed; attempt++) {
      try {
        await worker.call('load', this.#setupOf(part, copyState(this.world), true));
        await this.#meet(part);
        if (this.#isRunning) await worker.call('start', this.#began);
        return this.#orphans.giveBack(this.#regions);
      } catch {
        if (attempt === mostAttempts) return this.#abandon(part);
        await new Promise((resolve) => setTimeout(resolve, patience));
      }
    }
  }

  // A worker that is lost again and again has no successor: others get its part of the map. Who has the players has none.
  #abandon(part: number): void {
    const { columns, owners, rows } = this.#regions;
    this.#divide({ columns, rows, owners: owners.map((owner) => (owner === part ? home : owner)) });
    if (part !== home) this.#orphans.giveBack(this.#regions);
  }
}

/** The thread that has the players and the stage. */
const home = 0;
