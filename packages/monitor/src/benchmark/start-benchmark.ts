import { EventLoop, Frame, type Host, type Probe, Task, ThreadHost, Timer } from '@doha/loop';
import { checkCallback, checkObject, warnUnknownOptions } from '@doha/loop/options';
import { callGuarded } from '../callbacks/call-guarded.ts';
import { LogHistogram } from '../histogram/log-histogram.ts';
import { BusyWork } from './busy-work.ts';
import { checkLoad } from './check-load.ts';
import {
  type Load,
  type LoadFigures,
  slotDuration,
  type TaskLoad,
  type TimerLoad,
  type WindowLoad,
} from './load.ts';
import { QuantileSource } from './quantiles.ts';

/** Options of {@link startBenchmark}. An option that is `undefined` counts as absent. */
export interface BenchmarkOptions {
  /** Host of the loop. Default: the calling thread. */
  readonly host?: Host | undefined;
  /** Takes time, in ms. Default: occupies the thread. For a `VirtualHost`: `(ms) => host.spend(ms)`. */
  readonly spend?: ((ms: number) => void) | undefined;
  /** Called with the figures at the end. Its errors are printed by `console.error`. */
  readonly onEnd?: ((figures: readonly LoadFigures[]) => unknown) | undefined;
}

/** Runs a load on an event loop. Returns the loop: disposing of it stops the benchmark. Throws a TypeError or RangeError if an argument is invalid. */
export function startBenchmark(load: Load, options: BenchmarkOptions = {}): EventLoop {
  checkLoad('startBenchmark: load', load);
  checkObject('startBenchmark: options', options);
  const { host = new ThreadHost(), onEnd = () => {}, spend } = options;
  if (spend !== undefined) checkCallback('startBenchmark: spend', spend);
  checkCallback('startBenchmark: onEnd', onEnd);
  warnUnknownOptions('startBenchmark', options, ['host', 'onEnd', 'spend']);
  const busy = spend === undefined ? new BusyWork() : undefined;
  return new Benchmark(load, host, spend ?? ((ms) => busy!.run(ms))).start(onEnd);
}

/** Tasks are submitted at the time at which they ran in the recording, so they precede the updates. */
const updatePriority = -Number.MAX_VALUE;

interface Measured {
  readonly runTimes: LogHistogram;
  count: number;
  drops: number;
  updates: number;
}

type Spend = (ms: number) => void;

class Benchmark {
  readonly #load: Load;
  readonly #loop: EventLoop;
  readonly #spend: Spend;
  readonly #measured: readonly Measured[];
  #workOf: WeakMap<(...args: never[]) => unknown, Measured> = new WeakMap();
  #slots: ((slot: number) => void)[] = []; // called at the beginning of each slot
  #windowTime = 0; // of the updates of the current window

  constructor(load: Load, host: Host, spend: Spend) {
    this.#load = load;
    this.#spend = spend;
    this.#loop = new EventLoop({ host, probe: this.#probe() });
    this.#measured = load.works.map(() => ({ runTimes: new LogHistogram(), count: 0, drops: 0, updates: 0 }));
    for (const [i, work] of load.works.entries()) {
      if (work.kind === 'window') this.#prepareWindows(work, this.#measured[i]!, i);
      else this.#prepareCallbacks(work, this.#measured[i]!, i);
    }
  }

  start(onEnd: (figures: readonly LoadFigures[]) => unknown): EventLoop {
    const loop = this.#loop;
    const slots = Math.ceil(this.#load.duration / slotDuration);
    let slot = 0;
    const pace = (): void => {
      if (slot === slots) return end();
      for (const begin of this.#slots) begin(slot);
      slot++;
    };
    const end = (): void => {
      const figures = this.#figures();
      loop.dispose();
      callGuarded(onEnd, figures);
    };
    pace();
    loop.submit(new Timer(pace, { every: slotDuration, catchUp: Number.MAX_SAFE_INTEGER, maxLateness: 1 }));
    return loop;
  }

  #prepareCallbacks(work: TaskLoad | TimerLoad, measured: Measured, index: number): void {
    const times = new QuantileSource(work.runTimes, startOf(index));
    const priorities = new QuantileSource(work.kind === 'task' ? work.priorities : [], startOf(index + 0.5));
    const arrivals = new Map(work.arrivals);
    const drops = new Map(work.kind === 'task' ? work.drops : []);
    const run = (): void => this.#spend(times.next());
    this.#workOf.set(run, measured);
    this.#slots.push((slot) => {
      for (let left = arrivals.get(slot) ?? 0; left > 0; left--) {
        if (work.kind === 'task') this.#loop.submit(new Task(run), priorities.next());
        else this.#loop.submit(new Timer(run, { after: 0 }));
      }
      for (let left = drops.get(slot) ?? 0; left > 0; left--) {
        const task = new Task(run);
        this.#loop.submit(task, priorities.next());
        this.#loop.cancel(task);
      }
    });
  }

  #prepareWindows(work: WindowLoad, measured: Measured, index: number): void {
    const updateTimes = new QuantileSource(work.updateTimes, startOf(index));
    const stepTimes = new QuantileSource(work.stepTimes, startOf(index + 0.5));
    const entities: object[] = [];
    const counts = new Map(work.entities);
    let updateTime = updateTimes.next(); // in this window
    const frame = new Frame({
      entities,
      stepsPerWindow: work.stepsPerWindow,
      priority: () => updatePriority,
      beforeStep: () => this.#spend(stepTimes.next()),
      update: () => this.#spend(updateTime),
      probe: {
        windowEnded: (_start, _end, updated, cancelled) => {
          measured.count++;
          measured.updates += updated;
          measured.drops += cancelled;
          measured.runTimes.add(this.#windowTime);
          this.#windowTime = 0;
          updateTime = updateTimes.next();
        },
      },
    });
    frame.attach(this.#loop, 1000 / work.step);
    this.#loop.submit(new Timer(() => frame.tick(), { after: 0, every: work.step, catchUp: 4 }));
    this.#slots.push((slot) => {
      const count = counts.get(slot) ?? entities.length;
      while (entities.length < count) entities.push({});
      entities.length = count;
    });
  }

  #probe(): Probe {
    const add = (callback: (...args: never[]) => unknown, duration: number): void => {
      const measured = this.#workOf.get(callback);
      if (measured === undefined) return;
      measured.count++;
      measured.runTimes.add(duration);
    };
    return {
      ran: ({ callback }, start, end) => {
        add(callback, end - start);
        if (callback.name === 'updateEntities') this.#windowTime += end - start;
      },
      fired: ({ callback }, start, end) => add(callback, end - start),
      dropped: ({ callback }) => {
        const measured = this.#workOf.get(callback);
        if (measured !== undefined) measured.drops++;
      },
    };
  }

  #figures(): readonly LoadFigures[] {
    const perSecond = 1000 / this.#load.duration;
    return this.#measured.map(({ count, drops, runTimes, updates }) => ({
      rate: count * perSecond,
      drops: drops * perSecond,
      updates: updates * perSecond,
      p95: runTimes.count === 0 ? 0 : runTimes.quantile(0.95),
    }));
  }
}

/** The position at which the values of a work begin. */
function startOf(index: number): number {
  return (index * Math.SQRT2) % 1;
}
