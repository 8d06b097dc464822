import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { EventLoop, type Host } from '@doha/loop';
import type { Endpoint, EndpointListener } from '../channel/endpoint.ts';
import type { Tell } from '../channel/telegraph.ts';
import { Timeline } from '../virtual/timeline.ts';
import { virtualChannel } from '../virtual/virtual-channel.ts';
import type { VirtualThread } from '../virtual/virtual-thread.ts';
import { Acceptors, type ConnectorNews } from '../worker/acceptors.ts';
import { Delegation, type DelegateNews, type DelegationNews } from '../worker/delegation.ts';
import { JobRunner } from '../worker/job-runner.ts';
import { type Attached, Crew } from './crew.ts';
import { Delegate } from './delegate.ts';
import { join, type Joined } from './join.ts';
import type { Member } from './member.ts';
import { RemoteTask, type SubmitOptions } from './remote-task.ts';
import type { ErrorHandler } from './safe-error-handler.ts';
import { TaskKind } from './task-kind.ts';
import { Watchdog } from './watchdog.ts';
import { type Thrown, unpackThrown } from '../channel/thrown.ts';
import { WorkerLostError } from './worker-lost-error.ts';
import { type Chance, chanceOf } from '../chance.test.setup.ts';

// The pool on simulated threads: everything between `submit` and the functions of the workers is real. Random programs submit tasks, also
// from workers, with colors, retries, expiry and signals. Meanwhile workers crash, are terminated, fail to start or are busy, clocks jump and
// timers are late. Callbacks of the application submit, cancel, abort, terminate, dispose and throw.

export const name =
  'a pool whose workers are lost settles every task, runs none too often, and keeps colors apart';
export const seedsInGate = 60;

export async function run(seed: number): Promise<void> {
  const storm = new Storm(chanceOf(seed));
  await storm.play();
}

const LATENCY = 0.05;
const START_LIMIT = 2000;
/** Simulated ms in which everything must have settled once the last act is over. */
const PATIENCE = 36_000_000;

/** What a task does. */
interface Plan {
  readonly kind: 'work' | 'steps' | 'later' | 'nest' | 'fail' | 'crash';
  readonly cost: number;
  readonly steps: number;
  readonly delay: number;
  readonly awaits: boolean;
  readonly children: readonly Plan[];
  readonly options: SubmitOptions;
}

/** One execution of a task. */
interface Execution {
  readonly worker: VirtualWorker;
  readonly begin: number;
  end: number;
}

/** A task and what became of it. */
interface Subject {
  readonly plan: Plan;
  readonly executions: Execution[];
  /** Undefined for one that a worker submits. */
  task: RemoteTask | undefined;
  isCall: boolean;
  /** Times that `onError` was told of its failure. */
  told: number;
}

class Storm {
  readonly chance: Chance;
  readonly timeline: Timeline = new Timeline(Infinity);
  readonly main: VirtualThread = this.timeline.thread();
  /** Ends threads and never has anything else to do. */
  readonly reaper: VirtualThread = this.timeline.thread();
  readonly clock: StormClock = new StormClock(this.main);
  readonly loop: EventLoop = new EventLoop({ host: this.clock });
  readonly subjects: Subject[] = [];
  readonly signals: AbortController[] = [];
  readonly workers: VirtualWorker[] = [];
  readonly crew: Crew;
  readonly onError: ErrorHandler = quietly((error, task) => this.#told(error, task));
  readonly failsToStart: number;
  readonly sharesMemory: boolean;
  #kind: TaskKind<(which: number) => unknown>;
  #watchdog: Watchdog;
  #callbacks = 0; // under way
  #failure: Error | undefined;
  #isCalm = false;
  #isDisposed = false;

  constructor(chance: Chance) {
    this.chance = chance;
    this.failsToStart = this.odds(0.3) ? 0.3 : 0;
    this.sharesMemory = this.odds(0.7);
    if (this.odds(0.3)) this.clock.timerPeriod = this.odds(0.5) ? 1000 : 60_000;
    this.crew = new Crew({
      window: this.odds(0.5) ? 'auto' : 1 + this.below(8),
      loop: this.loop,
      atEndOfTurn: (callback) => queueMicrotask(callback),
      replace: () => this.hire(),
      startLimit: START_LIMIT,
      sharesMemory: this.sharesMemory,
      attach: (member) => this.#attach(member),
      onError: this.onError,
    });
    this.#kind = kindOf(this.crew);
    this.#watchdog = new Watchdog(this.crew, this.loop, this.odds(0.3) ? 200 : Infinity);
  }

  async play(): Promise<void> {
    const workers = 1 + this.below(4);
    for (let index = 0; index < workers; index++) {
      this.main.at(0, () => this.#start(index));
    }
    const acts = 5 + this.below(40);
    const time = this.below(3000);
    for (let i = 0; i < acts; i++) this.main.at(this.chance() * time, () => this.act());
    if (this.odds(0.3)) this.#beBusy(time);
    await this.#advance(time + 1, () => false);
    this.#isCalm = true;
    await this.#advance(time + PATIENCE, () => this.#isQuiet());
    ok(this.#isQuiet(), `hangs: ${this.#unsettled()}`);
    this.dispose();
    await this.#advance(this.timeline.now + PATIENCE, () => false);
    await this.#check();
  }

  #start(index: number): void {
    this.hire(true).then(
      (joined) => void (this.#isDisposed ? joined.endpoint.close() : this.crew.enlist(index, joined)),
      () => this.#isDisposed || this.#start(index), // it crashed before it had answered
    );
  }

  odds(probability: number): boolean {
    return this.chance() < probability;
  }

  below(limit: number): number {
    return Math.floor(this.chance() * limit);
  }

  hire(mustStart = false): Promise<Joined> {
    if (!mustStart && this.odds(this.failsToStart)) return Promise.reject(new Error('spawn throws'));
    const worker = new VirtualWorker(this);
    this.workers.push(worker);
    const isFaulty = !mustStart && this.odds(2 * this.failsToStart);
    if (isFaulty && this.odds(0.5)) worker.crash(this.main.now() + this.chance());
    else worker.isSilent = isFaulty;
    const giveUp = new AbortController();
    this.reaper.at(this.main.now() + START_LIMIT, () => {
      if (!worker.hasAnswered) giveUp.abort(new Error('it did not answer'));
    });
    return join(worker.endpoint, 2 ** 31 - 1, giveUp.signal);
  }

  /** Something that the application does. */
  act(): void {
    const chance = this.chance();
    if (chance < 0.6) for (let i = this.below(8); i >= 0; i--) this.#submit();
    else if (chance < 0.7) this.#some(this.subjects.filter(({ isCall }) => !isCall))?.task?.cancel();
    else if (chance < 0.75) this.#some(this.signals)?.abort();
    else if (chance < 0.8) this.#rank();
    else if (chance < 0.84) this.#call();
    else if (chance < 0.86) this.#connect();
    else if (chance < 0.93) this.#terminate();
    else if (chance < 0.97) this.#some(this.workers)?.crash(this.main.now() + this.chance());
    else if (chance < 0.98) this.clock.jump(this.odds(0.5) ? 3_600_000 : 100);
    else if (chance < 0.985) this.dispose();
    else this.#some(this.workers)?.beBusy(this.below(300));
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#watchdog.stop();
    this.crew.dispose();
  }

  /** A function of a worker has been called. */
  begin(which: number, worker: VirtualWorker): Execution {
    const execution = { worker, begin: worker.thread.now(), end: Infinity };
    this.subjects[which]!.executions.push(execution);
    return execution;
  }

  /** Numbers a task, before it is submitted from anywhere. */
  subject(plan: Plan): number {
    const subject = { plan, executions: [], task: undefined, isCall: false, told: 0 };
    return this.subjects.push(subject) - 1;
  }

  #submit(): void {
    const plan = this.#plan(2);
    const which = this.subject(plan);
    const subject = this.subjects[which]!;
    subject.task = this.#kind.submit([which], plan.options);
    if (this.odds(0.2)) return; // nobody asks for its result
    const settled = (): void => this.#callback();
    subject.task.result.then(settled, settled).catch((error: unknown) => this.#note(error));
  }

  #call(): void {
    const which = this.subject({ ...this.#plan(0), options: {} });
    const task = new RemoteTask({ owner: this.crew, name: 'run' }, [which], { priority: 1e9 }, true);
    Object.assign(this.subjects[which]!, { task, isCall: true });
    task.result.catch(() => {});
    this.crew.call(this.below(4), task);
  }

  #connect(): void {
    let losses = 0;
    this.crew.connect(this.below(4), this.#some(['nobody', 'somebody', 'broken'])!, () => {
      strictEqual(++losses, 1, 'a loss of a connection is told once');
      this.#callback();
    });
  }

  #rank(): void {
    const task = this.#some(this.subjects)?.task;
    if (task !== undefined) task.priority = this.below(5);
  }

  #terminate(): void {
    const member = this.#someMember();
    if (member !== undefined) this.crew.lose(member, new Error('it was terminated'));
  }

  #plan(depth: number): Plan {
    const kinds = ['work', 'work', 'work', 'steps', 'later', 'fail', 'crash'] as const;
    const kind = depth > 0 && this.odds(0.25) ? 'nest' : this.#some(kinds)!;
    const awaits = kind === 'nest' && this.odds(0.5);
    return {
      kind,
      cost: this.odds(0.8) ? this.chance() : this.below(100),
      steps: this.below(5),
      delay: this.below(50),
      awaits,
      children: kind === 'nest' ? Array.from({ length: 1 + this.below(3) }, () => this.#plan(depth - 1)) : [],
      options: this.#options(),
    };
  }

  #options(): SubmitOptions {
    const options: SubmitOptions = {};
    if (this.odds(0.5)) options.priority = this.below(5);
    if (this.odds(0.5)) options.color = this.below(3);
    if (this.odds(0.2)) options.expiresIn = 1 + this.below(500);
    if (this.odds(0.2)) options.retries = this.below(3);
    if (this.odds(0.1)) options.signal = this.#signal();
    return options;
  }

  #signal(): AbortSignal {
    const signal = new AbortController();
    this.signals.push(signal);
    return signal.signal;
  }

  #beBusy(time: number): void {
    for (let at = 0; at < time; at += 50) this.main.at(at, () => this.main.spend(40));
  }

  #told(error: unknown, task?: RemoteTask): void {
    const subject = task && this.subjects.find((one) => one.task === task);
    if (subject !== undefined) subject.told++;
    else this.#note(error);
    this.#callback();
  }

  #attach(member: Member): Attached {
    const tell: Tell<DelegateNews> = (...told) => {
      member.tell(...told);
      this.crew.flushSoon();
    };
    const delegate = new Delegate(this.crew, member, tell);
    return {
      receivers: [delegate, { report: (thrown: Thrown) => this.onError(unpackThrown(thrown)) }],
      detach: () => delegate.close(),
    };
  }

  // What the application does when it is told of something, at most a few things within one another.
  #callback(): void {
    if (this.#isCalm || this.#callbacks > 2 || !this.odds(0.2)) return;
    this.#callbacks++;
    this.act();
    this.#callbacks--;
    if (this.odds(0.2)) throw new Error('expected of a callback');
  }

  #note(error: unknown): void {
    if (!isExpected(error)) this.#failure ??= error as Error;
  }

  #isQuiet(): boolean {
    return this.subjects.every(({ task }) => task?.hasEnded !== false);
  }

  #unsettled(): string {
    const left = this.subjects.filter(({ task }) => task?.hasEnded === false);
    const words = left.map(({ executions, plan, task }) => {
      const { color = 'none', retries = 0 } = plan.options;
      const ended = executions.map(({ worker }) => worker.endedAt).join('/');
      const worker = task!.lane?.index ?? 'none';
      return `${plan.kind}${plan.awaits ? ' and wait' : ''}: ${task!.status}, worker ${worker}, color ${color}, retries ${retries}, ran ${executions.length} times in workers that ended at ${ended}`;
    });
    const workers = [...this.crew.members.keys()].join(', ');
    return [`at ${this.timeline.now} there are workers ${workers}`, ...words].join('\n');
  }

  async #advance(until: number, isOver: () => boolean): Promise<void> {
    while (!isOver() && this.timeline.step(until)) {
      await new Promise(setImmediate); // all microtasks have run
      if (this.#failure !== undefined) throw this.#failure;
    }
  }

  async #check(): Promise<void> {
    for (const subject of this.subjects) await checkSubject(subject, this.sharesMemory);
    checkColors(this.subjects);
    strictEqual(this.crew.scheduler.waiting, 0);
    strictEqual(this.crew.members.size, 0);
    deepStrictEqual([...this.crew.scheduler.colors.keys()], []);
    deepStrictEqual(this.crew.scheduler.lanes, []);
    strictEqual(this.loop.pendingTimers, 0);
  }

  #someMember(): Member | undefined {
    return this.#some([...this.crew.members.values()]);
  }

  #some<T>(items: readonly T[]): T | undefined {
    return items[this.below(items.length)];
  }
}

/** The clock of a thread, which can jump, and whose timers can be as late as in a hidden page. */
class StormClock implements Host {
  /** Timers come at multiples of this many ms; 0: on time. */
  timerPeriod = 0;
  #thread: VirtualThread;
  #offset = 0;

  constructor(thread: VirtualThread) {
    this.#thread = thread;
  }

  now(): number {
    return this.#thread.now() + this.#offset;
  }

  attach(turn: () => void): void {
    this.#thread.attach(turn);
  }

  wake(delay: number): void {
    const isLate = this.timerPeriod > 0 && delay > 0 && delay < Infinity;
    if (!isLate) return this.#thread.wake(delay);
    const now = this.#thread.now();
    this.#thread.wake(Math.ceil((now + delay) / this.timerPeriod) * this.timerPeriod - now);
  }

  detach(): void {
    this.#thread.detach();
  }

  jump(by: number): void {
    this.#offset += by;
  }
}

/** A worker on a simulated thread. */
class VirtualWorker {
  readonly thread: VirtualThread;
  readonly endpoint: Endpoint;
  /** Whether it never answers. */
  isSilent = false;
  hasAnswered = false;
  endedAt = Infinity;
  #storm: Storm;
  #runner: JobRunner | undefined;
  #kind: TaskKind<(which: number) => unknown> | undefined;
  #listener: EndpointListener | undefined;
  #closed: Promise<void> | undefined;

  constructor(storm: Storm) {
    this.#storm = storm;
    this.thread = storm.timeline.thread(storm.odds(0.2) ? 0.3 : 1);
    const [end, otherEnd] = virtualChannel(
      { thread: storm.main, envelope: 0.005 },
      { thread: this.thread, envelope: 0.005 },
      LATENCY,
    );
    this.endpoint = {
      post: (message, transfer) => end.post(message, transfer),
      listen: (listener) => {
        this.#listener = listener;
        end.listen({
          ...listener,
          message: (message) => {
            this.hasAnswered = true;
            listener.message(message);
          },
        });
      },
      close: () => (this.#closed ??= this.#close(end)),
    };
    this.thread.at(storm.main.now() + storm.below(20), () => this.#start(otherEnd));
  }

  beBusy(time: number): void {
    this.thread.at(this.#storm.timeline.now, () => this.thread.spend(time));
  }

  crash(time: number): void {
    this.#storm.reaper.at(time, () => {
      this.#end();
      this.#storm.main.at(time + LATENCY, () => {
        if (this.#closed === undefined) this.#listener?.lost(new Error('it crashed'));
      });
    });
  }

  // As `terminate` of a worker: the thread goes on for a while.
  #close(end: Endpoint): Promise<void> {
    const { main, reaper } = this.#storm;
    void end.close();
    return new Promise((resolve) => {
      reaper.at(main.now() + this.#storm.below(20), () => {
        this.#end();
        main.at(this.#storm.timeline.now, resolve);
      });
    });
  }

  #end(): void {
    if (this.endedAt < Infinity) return;
    this.endedAt = this.#storm.timeline.now;
    this.thread.end();
    this.#runner?.stop();
  }

  #start(endpoint: Endpoint): void {
    if (this.isSilent) return;
    const tell: Tell<DelegationNews & ConnectorNews> = (...told) => this.#runner!.tell(...told);
    const delegation = new Delegation({
      tell,
      sendNow: () => this.#runner!.sendNow(),
      running: () => this.#runner!.running,
      onError: (error) => this.#runner!.report(error),
    });
    this.#kind = kindOf(delegation);
    const acceptors = new Acceptors(tell);
    acceptors.add('somebody', () => {});
    acceptors.add('broken', () => {
      throw new Error('expected of an acceptor');
    });
    const clock = new StormClock(this.thread);
    this.#runner = new JobRunner(
      endpoint,
      { run: (which: number) => this.#run(which) },
      [delegation, acceptors],
      clock,
    );
  }

  #run(which: number): unknown {
    const { plan } = this.#storm.subjects[which]!;
    const execution = this.#storm.begin(which, this);
    if (plan.kind === 'steps') return this.#steps(plan, execution);
    if (plan.kind === 'later' || plan.kind === 'nest') return this.#waits(plan, execution);
    this.thread.spend(plan.cost);
    execution.end = this.thread.now();
    if (plan.kind === 'crash') {
      this.#runner!.stop(); // what comes after in this turn does not happen
      this.crash(this.thread.now());
    }
    if (plan.kind === 'fail') throw new Error('expected');
    return which;
  }

  *#steps({ cost, steps }: Plan, execution: Execution): Generator<undefined, void> {
    try {
      for (let step = 0; step < steps; step++) {
        this.thread.spend(cost);
        yield;
      }
    } finally {
      execution.end = this.thread.now();
    }
  }

  async #waits({ awaits, children, cost, delay }: Plan, execution: Execution): Promise<void> {
    this.thread.spend(cost);
    const results = children.flatMap((child) => {
      const task = this.#kind!.submit([this.#storm.subject(child)], child.options);
      return this.#storm.odds(0.8) || awaits ? [task.result] : [];
    });
    if (awaits) await Promise.allSettled(results);
    else for (const result of results) result.catch(() => {});
    await new Promise<void>((resolve) => this.thread.at(this.thread.now() + delay, resolve));
    execution.end = this.thread.now();
  }
}

function kindOf(
  taker: ConstructorParameters<typeof TaskKind>[0]['taker'],
): TaskKind<(which: number) => unknown> {
  return new TaskKind({ taker, names: ['run'], traces: false }, 'run', {});
}

/** As `safeErrorHandler`, for a callback that throws on purpose. */
function quietly(onError: ErrorHandler): ErrorHandler {
  return (error, task) => {
    try {
      onError(error, task);
    } catch (second) {
      if (!isExpected(second)) throw second;
    }
  };
}

function isExpected(error: unknown): boolean {
  return error instanceof Error && /^(expected|MultiProc|connect|worker \d+ was lost)/.test(error.message);
}

function isDisposal(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('MultiProc.dispose');
}

async function checkSubject(
  { executions, isCall, plan, task, told }: Subject,
  sharesMemory: boolean,
): Promise<void> {
  const { retries = 0 } = plan.options;
  ok(executions.length <= 1 + retries, `ran ${executions.length} times`);
  if (task === undefined) return;
  ok(task.hasEnded);
  const { isObserved, status } = task;
  const error: unknown =
    status === 'failed' ? await task.result.catch((reason: unknown) => reason) : undefined;
  if (error instanceof WorkerLostError && isDisposal(error.cause)) strictEqual(told, 0, 'dispose is told');
  else if (status === 'failed' && !isDisposal(error)) {
    strictEqual(told, isObserved ? 0 : 1, 'who is told of a failure');
  }
  if (status === 'done') ok(executions.length > 0, 'done without having begun');
  if (status === 'expired') ok(plan.options.expiresIn !== undefined);
  if (error instanceof WorkerLostError && !isCall && sharesMemory) {
    strictEqual(executions.length, 1 + retries, 'only tasks that had begun fail');
  }
}

/** Executions of one color never overlap, and begin in the order of their submission where each runs at most once. */
function checkColors(subjects: readonly Subject[]): void {
  for (const color of [0, 1, 2]) {
    const colored = subjects.filter(({ plan }) => plan.options.color === color);
    const all = colored.flatMap(executionsOf);
    let free = 0;
    for (const { begin, end, worker } of all.toSorted(
      (one, other) => one.begin - other.begin || one.end - other.end,
    )) {
      ok(begin >= free - 1e-6, `color ${color} runs at ${begin} although another task of it ends at ${free}`);
      free = Math.min(end, worker.endedAt);
    }
    const once = colored.filter(({ plan, task }) => task !== undefined && plan.options.retries === undefined);
    const begins = once.flatMap(executionsOf).map(({ begin }) => begin);
    deepStrictEqual(
      begins,
      begins.toSorted((one, other) => one - other),
      `order of color ${color}`,
    );
  }
}

// The code of a turn runs at its beginning. What would have begun after the end of the thread has not happened.
function executionsOf({ executions }: Subject): Execution[] {
  return executions.filter(({ begin, worker }) => begin < worker.endedAt);
}
