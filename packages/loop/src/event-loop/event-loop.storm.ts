import { strictEqual } from 'node:assert/strict';
import {
  below,
  type Chance,
  chanceOf,
  logUniform,
  oneOf,
  swarm,
  weighted,
} from '../../../chance.test.setup.ts';
import type { Batch } from './batch.ts';
import { EventLoop } from './event-loop.ts';
import { VirtualHost } from '../host/virtual-host.ts';
import { Task } from './task.ts';
import { Timer } from './timer.ts';

// Runs each program twice, on the event loop and on a simple model of it, and compares their logs.

const TASKS = 6;
const TIMERS = 3;
const BATCHES = 2;
const COMMANDS = 40;

type Act =
  | { do: 'submit'; task: number; priority: number; batch: number | undefined }
  | { do: 'cancel'; task: number }
  | { do: 'cancelBatch'; batch: number | undefined }
  | { do: 'arm'; timer: number }
  | { do: 'disarm'; timer: number }
  | { do: 'stop' }
  | { do: 'start' }
  | { do: 'dispose' }
  | { do: 'throw' };
type Command = Act | { do: 'advance'; by: number } | { do: 'jump'; by: number } | { do: 'run' };

interface TaskPlan {
  expiresIn: number | undefined;
  /** The actions of each step. A task that is not a generator makes only the first step. */
  steps: { cost: number; acts: Act[] }[];
  generator: boolean;
  onDrop: Act[];
}
interface TimerPlan {
  after: number;
  every: number | undefined;
  catchUp: number;
  cost: number;
  acts: Act[];
}
interface Program {
  tasks: TaskPlan[];
  timers: TimerPlan[];
  commands: Command[];
}

/** The interface of the event loop under test and of its model. */
interface Subject {
  readonly log: string[];
  act(act: Act): void;
  advance(by: number): void;
  /** Lets time pass in which the loop gets no turn. */
  jump(by: number): void;
  run(): void;
  pending(): string;
}

class RealLoop implements Subject {
  readonly log: string[] = [];
  #host: VirtualHost = new VirtualHost();
  #loop: EventLoop;
  #tasks: Task[];
  #timers: Timer[];
  #batches: Batch[];

  constructor(program: Program, slice: number) {
    this.#loop = new EventLoop({
      host: this.#host,
      slice,
      onError: (error) => this.log.push(`error ${(error as Error).message}`),
    });
    this.#batches = Array.from({ length: BATCHES }, () => this.#loop.batch());
    this.#tasks = program.tasks.map((plan, name) => {
      const options = {
        onDrop: (reason: string) => {
          this.log.push(`drop ${name} ${reason}`);
          for (const act of plan.onDrop) this.act(act);
        },
        ...(plan.expiresIn === undefined ? {} : { expiresIn: plan.expiresIn }),
      };
      const step = (index: number): void => {
        this.log.push(`task ${name}.${index} at ${this.#host.now()}`);
        this.#host.spend(plan.steps[index]!.cost);
        for (const act of plan.steps[index]!.acts) this.act(act);
      };
      return plan.generator
        ? new Task(function* () {
            for (let index = 0; index < plan.steps.length; index++) {
              step(index);
              yield;
            }
          }, options)
        : new Task(() => step(0), options);
    });
    this.#timers = program.timers.map(
      (plan, name) =>
        new Timer(
          (now, release) => {
            this.log.push(`timer ${name} at ${now} released ${release}`);
            this.#host.spend(plan.cost);
            for (const act of plan.acts) this.act(act);
          },
          {
            after: plan.after,
            catchUp: plan.catchUp,
            ...(plan.every === undefined ? {} : { every: plan.every }),
          },
        ),
    );
  }

  act(act: Act): void {
    const loop = this.#loop;
    if (act.do === 'submit') {
      const task = this.#tasks[act.task]!;
      if (act.batch === undefined) loop.submit(task, act.priority);
      else this.#batches[act.batch]!.submit(task, act.priority);
    } else if (act.do === 'cancel') this.log.push(`cancel ${loop.cancel(this.#tasks[act.task]!)}`);
    else if (act.do === 'cancelBatch') {
      const batch = act.batch === undefined ? undefined : this.#batches[act.batch]!;
      this.log.push(`cancelled ${batch === undefined ? loop.cancelAll() : batch.cancel()}`);
    } else if (act.do === 'arm') loop.submit(this.#timers[act.timer]!);
    else if (act.do === 'disarm') this.log.push(`disarm ${loop.cancel(this.#timers[act.timer]!)}`);
    else if (act.do === 'throw') throw new Error('on purpose');
    else loop[act.do]();
  }

  advance(by: number): void {
    this.#host.advanceTo(this.#host.now() + by);
  }
  jump(by: number): void {
    this.#host.spend(by);
  }
  run(): void {
    this.#loop.run();
  }
  pending(): string {
    const { submitted, dispatched, cancelled, expired, failed, skipped } = this.#loop.stats;
    return `${this.#loop.pending} ${this.#loop.pendingTimers} ${[submitted, dispatched, cancelled, expired, failed, skipped].join()}`;
  }
}

interface Waiting {
  key: number;
  name: number;
  kind: 'task' | 'timer' | 'expiry';
}

class ModelLoop implements Subject {
  readonly log: string[] = [];
  #program: Program;
  #slice: number;
  #now = 0;
  #tasks: Waiting[] = []; // in order of submission
  #timers: Waiting[] = []; // in order of arming
  #batchOf: (number | undefined)[] = [];
  #nextStep: number[]; // by task; > 0 if its generator has begun
  #stepping: number | undefined;
  #closed = false; // the generator whose step is running was dropped during the step
  #state: 'started' | 'stopped' | 'disposed' = 'started';
  #counts = { submitted: 0, dispatched: 0, cancelled: 0, expired: 0, failed: 0, skipped: 0 };

  constructor(program: Program, slice: number) {
    this.#program = program;
    this.#slice = slice;
    this.#nextStep = program.tasks.map(() => 0);
  }

  act(act: Act): void {
    if (act.do === 'submit') {
      this.#checkNotDisposed('submit');
      this.#tasks = this.#tasks.filter(({ name }) => name !== act.task);
      this.#tasks.push({ key: act.priority, name: act.task, kind: 'task' });
      this.#batchOf[act.task] = act.batch;
      this.#counts.submitted++;
      const { expiresIn } = this.#program.tasks[act.task]!;
      if (expiresIn !== undefined) this.#arm('expiry', act.task, this.#now + expiresIn);
    } else if (act.do === 'cancel') this.log.push(`cancel ${this.#drop(act.task, 'cancelled')}`);
    else if (act.do === 'cancelBatch') {
      this.log.push(`cancelled ${this.#dropAll(act.batch)}`);
    } else if (act.do === 'arm') {
      this.#checkNotDisposed('submit');
      this.#arm('timer', act.timer, this.#now + this.#program.timers[act.timer]!.after);
    } else if (act.do === 'disarm') {
      const armed = this.#timers.some(({ kind, name }) => kind === 'timer' && name === act.timer);
      this.#disarm('timer', act.timer);
      this.log.push(`disarm ${armed}`);
    } else if (act.do === 'stop') this.#state = this.#state === 'started' ? 'stopped' : this.#state;
    else if (act.do === 'start') {
      this.#checkNotDisposed('start');
      this.#state = 'started';
    } else if (act.do === 'dispose' && this.#state !== 'disposed') {
      this.#state = 'disposed';
      this.#timers = [];
      this.#dropAll(undefined);
    } else if (act.do === 'throw') throw new Error('on purpose');
  }

  advance(by: number): void {
    const end = this.#now + by;
    while (this.#now <= end && this.#state === 'started') {
      if (this.#turn()) continue;
      const next = Math.min(...this.#timers.map(({ key }) => key));
      if (next > end) break;
      this.#now = next;
    }
    this.#now = Math.max(this.#now, end);
  }

  jump(by: number): void {
    this.#now += by;
  }

  run(): void {
    this.#checkNotDisposed('run');
    this.#turn();
  }

  pending(): string {
    return `${this.#tasks.length} ${this.#timers.length} ${Object.values(this.#counts).join()}`;
  }

  #turn(): boolean {
    const start = this.#now;
    let worked = false;
    do {
      if (this.#state !== 'started' || !this.#dispatchOne()) break;
      worked = true;
    } while (this.#now < start + this.#slice);
    return worked;
  }

  #dispatchOne(): boolean {
    const timer = this.#timers.toSorted((a, b) => a.key - b.key)[0];
    if (timer !== undefined && timer.key <= this.#now) this.#fire(timer);
    else {
      const task = this.#tasks.toSorted((a, b) => b.key - a.key)[0];
      if (task === undefined) return false;
      this.#dispatch(task);
    }
    return true;
  }

  #fire(timer: Waiting): void {
    this.#timers = this.#timers.filter((other) => other !== timer);
    if (timer.kind === 'expiry') {
      this.#drop(timer.name, 'expired');
      return;
    }
    const plan = this.#program.timers[timer.name]!;
    if (plan.every !== undefined) {
      let next = timer.key + plan.every;
      const missed = Math.max(0, Math.floor((this.#now - next) / plan.every) + 1);
      if (missed > plan.catchUp) {
        next += missed * plan.every;
        this.#counts.skipped += missed;
      }
      this.#timers.push({ ...timer, key: next });
    }
    this.log.push(`timer ${timer.name} at ${this.#now} released ${timer.key}`);
    this.#now += plan.cost;
    this.#perform(plan.acts);
  }

  #dispatch(task: Waiting): void {
    const { name } = task;
    const plan = this.#program.tasks[name]!;
    const index = this.#nextStep[name]!;
    this.#tasks = this.#tasks.filter((other) => other !== task);
    this.#counts.dispatched++;
    if (plan.generator) {
      this.#stepping = name;
      this.#closed = false;
      this.#nextStep[name] = index + 1;
    }
    const past = index === plan.steps.length; // after its last yield, a generator only ends
    let threw = false;
    if (!past) {
      this.log.push(`task ${name}.${index} at ${this.#now}`);
      this.#now += plan.steps[index]!.cost;
      threw = this.#perform(plan.steps[index]!.acts);
    }
    const again = (): boolean => this.#tasks.some((other) => other.name === name);
    if (plan.generator) {
      this.#stepping = undefined;
      if (threw || past || this.#closed) this.#nextStep[name] = 0;
      else if (!again()) this.#tasks.push(task);
    }
    if (!again()) this.#disarm('expiry', name);
  }

  #perform(acts: Act[]): boolean {
    try {
      for (const act of acts) this.act(act);
      return false;
    } catch (error) {
      this.#counts.failed++;
      this.log.push(`error ${(error as Error).message}`);
      return true;
    }
  }

  #drop(name: number, reason: 'cancelled' | 'expired'): boolean {
    const waits = this.#tasks.some((task) => task.name === name);
    if (!waits && !(this.#stepping === name && !this.#closed)) return false;
    this.#counts[reason]++;
    this.#tasks = this.#tasks.filter((task) => task.name !== name);
    this.#detach(name);
    this.#callOnDrop(name, reason);
    return true;
  }

  #dropAll(batch: number | undefined): number {
    const belongs = (name: number): boolean => batch === undefined || this.#batchOf[name] === batch;
    const dropped = this.#tasks.filter(({ name }) => belongs(name)).map(({ name }) => name);
    this.#tasks = this.#tasks.filter(({ name }) => !belongs(name));
    const stepping = this.#stepping;
    if (stepping !== undefined && !this.#closed && belongs(stepping) && !dropped.includes(stepping)) {
      const waits = this.#tasks.some(({ name }) => name === stepping);
      if (!waits) dropped.unshift(stepping);
    }
    this.#counts.cancelled += dropped.length;
    for (const name of dropped) this.#detach(name);
    for (const name of dropped) this.#callOnDrop(name, 'cancelled');
    return dropped.length;
  }

  #detach(name: number): void {
    if (this.#stepping === name) this.#closed = true;
    this.#nextStep[name] = 0;
    this.#disarm('expiry', name);
  }

  #callOnDrop(name: number, reason: string): void {
    this.log.push(`drop ${name} ${reason}`);
    this.#perform(this.#program.tasks[name]!.onDrop);
  }

  #arm(kind: 'timer' | 'expiry', name: number, key: number): void {
    this.#disarm(kind, name);
    this.#timers.push({ key, name, kind });
  }

  #disarm(kind: 'timer' | 'expiry', name: number): void {
    this.#timers = this.#timers.filter((timer) => timer.kind !== kind || timer.name !== name);
  }

  #checkNotDisposed(action: string): void {
    if (this.#state !== 'disposed') return;
    throw new Error(`EventLoop.${action}: the loop is disposed; create a new one`);
  }
}

/** Generates a random program from a subset of the actions. Most programs are small. */
function programOf(chance: Chance): Program {
  const tasks = logUniform(chance, 1, TASKS);
  const timers = logUniform(chance, 1, TIMERS);
  const acts = swarm<() => Act>(chance, [
    [8, () => submission(chance, tasks)],
    [2, () => ({ do: 'cancel', task: below(chance, tasks) })],
    [1, () => ({ do: 'cancelBatch', batch: someBatch(chance) })],
    [3, () => ({ do: 'arm', timer: below(chance, timers) })],
    [1, () => ({ do: 'disarm', timer: below(chance, timers) })],
    [1, () => oneOf<Act>(chance, [{ do: 'stop' }, { do: 'throw' }])],
    [2, () => ({ do: 'start' })],
  ]);
  if (chance() < 0.1) acts.push([1, () => ({ do: 'dispose' })]);
  const commands: (readonly [weight: number, item: () => Command])[] = [
    [12, () => weighted(chance, acts)()],
    [6, () => ({ do: 'advance', by: below(chance, 21) })],
    [2, () => ({ do: 'run' })],
    [1, () => ({ do: 'jump', by: logUniform(chance, 1, 100_000) })],
  ];
  const someActs = (most: number): Act[] => times(below(chance, most + 1), () => weighted(chance, acts)());
  const program = {
    tasks: times(tasks, () => taskPlan(chance, someActs)),
    timers: times(timers, () => timerPlan(chance, someActs)),
    commands: times(logUniform(chance, 1, COMMANDS), () => weighted(chance, commands)()),
  };
  program.commands.push({ do: 'advance', by: 20 });
  if (chance() < 0.2)
    program.commands.push({ do: 'dispose' }, weighted(chance, commands)(), { do: 'advance', by: 9 });
  return program;
}

function submission(chance: Chance, tasks: number): Act {
  return {
    do: 'submit',
    task: below(chance, tasks),
    priority: somePriority(chance),
    batch: someBatch(chance),
  };
}

function someBatch(chance: Chance): number | undefined {
  return chance() < 0.2 ? undefined : below(chance, BATCHES);
}

const edges = [0, -0, Number.MIN_VALUE, -Number.MIN_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE, 1 / 3];

function somePriority(chance: Chance): number {
  if (chance() < 0.6) return below(chance, 5) - 2;
  return chance() < 0.5 ? oneOf(chance, edges) : (chance() - 0.5) * 2 ** below(chance, 1000);
}

// Each callback takes at least 1 ms, more than the loop's longest time between two clock readings, so the times of the model are exact.
function someCost(chance: Chance): number {
  return 1 + below(chance, 4);
}

function taskPlan(chance: Chance, someActs: (most: number) => Act[]): TaskPlan {
  return {
    expiresIn: chance() < 0.67 ? 1 + below(chance, 10) : undefined,
    steps: times(1 + below(chance, 3), () => ({ cost: someCost(chance), acts: someActs(3) })),
    generator: chance() < 0.5,
    onDrop: someActs(1),
  };
}

function timerPlan(chance: Chance, someActs: (most: number) => Act[]): TimerPlan {
  return {
    after: below(chance, 9),
    every: chance() < 0.8 ? 1 + below(chance, 9) : undefined,
    catchUp: below(chance, 4),
    cost: someCost(chance),
    acts: someActs(3),
  };
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

function play(subject: Subject, commands: readonly Command[]): string {
  for (const command of commands) {
    try {
      if (command.do === 'advance' || command.do === 'jump') subject[command.do](command.by);
      else if (command.do === 'run') subject.run();
      else subject.act(command);
    } catch (error) {
      subject.log.push(`threw ${(error as Error).message}`);
    }
    subject.log.push(`pending ${subject.pending()}`);
  }
  return subject.log.join('\n');
}

export const name = 'the event loop dispatches like a naive model';
export const seedsInGate = 1000;

/** Random actions at random times: tasks, timers and batches, costs, errors, `stop`, `start` and `dispose`. */
export function run(seed: number): void {
  const chance = chanceOf(seed);
  const program = programOf(chance);
  const slice = below(chance, 7);
  const real = play(new RealLoop(program, slice), program.commands);
  strictEqual(real, play(new ModelLoop(program, slice), program.commands));
}
