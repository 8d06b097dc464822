import { EventLoop, type Host, type Task, ThreadHost, Timer } from '@doha/loop';
import type { Endpoint } from '../transport/endpoint.ts';
import {
  Code,
  type Message,
  MessageReader,
  formatVersion,
  NONE,
  unknownCode,
} from '../transport/message-format.ts';
import { isObject } from '../transport/copy-of.ts';
import { JobClaims } from '../transport/job-claims.ts';
import { holdForLifetime } from '../transport/lifetime-lock.ts';
import { MessageWriter } from '../transport/message-writer.ts';
import { readCall, writeCall, type Receiver } from '../transport/remote-methods.ts';
import { packThrown } from '../transport/thrown.ts';
import { transfersOf } from '../transport/transfer.ts';
import { UnreadableError } from '../transport/unreadable-error.ts';
import { isThenable } from '../is-thenable.ts';
import { ColorChains } from './color-chains.ts';
import { CostMeter } from './cost-meter.ts';
import { EarlySending } from './early-sending.ts';
import { InboxHost } from './inbox-host.ts';
import { generatorKind, noAsyncGenerator, noLateGenerator, noLatePromise } from './generator-kind.ts';
import type { TaskFunction } from '../task/task-function.ts';
import { Job } from './job.ts';
import { SpareJobs } from './spare-jobs.ts';
import { writeFailure, reportRefused } from './report-refused.ts';
import { loopProbe, type WorkerProbe } from './worker-probe.ts';
import type { Transferable } from '../platform-types.ts';

/** Maximum time in ms for which written records wait for further ones while the worker has work. */
const LINGER = 0.5;
/** Records are sent before a job that is expected to take longer than this, in ms. */
const LONG_JOB = 1;

/** Options of a {@link JobRunner}. */
export interface JobRunnerOptions {
  /** Default: the host of the calling thread. */
  readonly host?: Host;
  /**
   * Called before the result or the error of a job is written. Messages that the callback sends
   * arrive before the result. Must not throw.
   */
  readonly beforeResult?: () => void;
  /**
   * Sends the collected messages of this worker to other threads. Called before a job that may take long: otherwise a microtask would send the messages, and
   * microtasks run only after the job. Must not throw.
   */
  readonly flushShared?: () => void;
  readonly probe?: WorkerProbe | undefined;
  /** Called when the arguments of a nested task cannot be copied. */
  readonly notSubmitted?: (id: number, error: unknown) => void;
  /** Called when a message to another thread cannot be copied. */
  readonly notSent?: (call: readonly unknown[], error: unknown) => void;
}

/** Runs the jobs of a pool in an event loop of its own, by priority. */
export class JobRunner {
  readonly loop: EventLoop;
  #host: InboxHost;
  #receivers: readonly Receiver[];
  #functions: readonly TaskFunction[];
  #names: readonly string[]; // of the functions
  #writer: MessageWriter;
  #jobs: (Job | undefined)[] = []; // unfinished jobs by id
  // Changes the priority of the first job of a color, with two exceptions. A job that waits for a
  // promise is not in the loop. A generator that has begun keeps its own priority: it may yield
  // until another task has ended, and at a higher priority it could keep that task from running.
  #chains: ColorChains<Job> = new ColorChains((first, priority) => {
    if (!first.isGenerator && this.loop.isPending(first)) this.loop.submit(first, priority);
  });
  #spare: SpareJobs = new SpareJobs();
  #suspended: Set<Job> = new Set(); // jobs whose wait for a promise was not reported yet
  #earlySending: EarlySending = new EarlySending();
  #turn = 0; // number of the turn
  #meter: CostMeter;
  #linger: Timer = new Timer(() => this.#flush(), { after: LINGER });
  #lingers = false;
  #isStopped = false;
  #awaited = 0; // number of pending promises of functions
  #allSettled = (): void => {};
  #isYielding = false; // whether the loop is stopped until the end of the turn
  #received = 0; // number of messages
  #beforeResult: () => void;
  #flushShared: () => void;
  #claims: JobClaims = new JobClaims();
  #working: Job | undefined; // the job whose code is running
  #run = (task: Task): unknown => {
    const job = task as Job;
    this.#beforeWork(job);
    if (this.#isStopped) return void (job.id = NONE);
    if (!this.#claims.begin(job.id)) return this.#withdrawn(job);
    this.#beginWork(job);
    const steps = this.#begin(job);
    if (this.#working === job) job.worked += this.#endWork();
    return steps;
  };

  /** `receivers` have the methods that the pool calls. */
  constructor(
    endpoint: Endpoint,
    functions: Readonly<Record<string, TaskFunction>>,
    receivers: readonly Receiver[],
    options: JobRunnerOptions = {},
  ) {
    const { beforeResult = () => {}, host, flushShared = () => {}, probe } = options;
    this.#receivers = receivers;
    this.#beforeResult = beforeResult;
    this.#flushShared = flushShared;
    this.#host = new InboxHost(host ?? new ThreadHost(), {
      begin: () => this.#beginTurn(),
      end: () => this.#endTurn(),
    });
    this.#functions = Object.values(functions);
    this.#names = Object.keys(functions);
    this.loop = new EventLoop({
      host: this.#host,
      probe: probe && loopProbe(probe, this.#names),
      onError: (error) => this.report(error),
    });
    // The clock is read after each job. So the meter stores `performance`: looking it up in the
    // global object takes as long as reading the clock.
    this.#meter = new CostMeter(host ?? performance, this.#functions.length);
    this.#writer = new MessageWriter(endpoint, {
      refused: (record, error) => reportRefused(record, error, this.#writer, options),
      onError: (error) => this.report(error),
    });
    endpoint.listen({
      message: (message) => this.#receive(message as Message),
      // the pool finds the tasks of the message by its number
      lost: () => this.send('unreadable', [this.#received++]),
    });
    this.#writer.words.add(Code.ready).add(formatVersion);
    this.#writer.values.push(this.#names);
    this.#writer.flush();
  }

  /** Id of the job whose code is running now; NONE if there is none. */
  get running(): number {
    return this.#working?.id ?? NONE;
  }

  /**
   * Stops for good: waiting jobs are dropped, and messages and ends of jobs are ignored. Resolves
   * when all promises that functions have returned are settled.
   */
  stop(): Promise<void> {
    this.#isStopped = true;
    this.loop.dispose();
    return new Promise((resolve) => {
      this.#allSettled = resolve;
      if (this.#awaited === 0) resolve();
    });
  }

  /** Reports an error that belongs to no job. */
  report(error: unknown): void {
    this.send('report', [packThrown(error)]);
    this.flushNow();
  }

  /** Reports that this thread is about to end. */
  closing(): void {
    this.send('closing', []);
    this.flushNow();
  }

  /** Sends the written records, before the running code can change the objects in them. */
  flushNow(): void {
    if (this.#isStopped) return;
    this.#earlySending.sent();
    this.#writer.flush();
  }

  /** Calls a method of the pool. */
  send(name: string, args: readonly unknown[], transfer: readonly Transferable[] = []): void {
    writeCall(this.#writing(), name, args);
    this.#writer.transfer(transfer);
  }

  #receive(message: Message): void {
    const number = this.#received++;
    if (this.#isStopped) return;
    const hadWork = this.loop.pending > 0;
    try {
      this.#host.while(() => this.#readAll(new MessageReader(message)));
    } catch {
      this.send('unreadable', [number]);
    }
    if (this.#isStopped) return; // code that the message has called may have stopped this object
    this.#chains.settle();
    this.#earlySending.received();
    if (!hadWork || this.loop.pending === 0) this.#takeTurn();
  }

  // Runs the loop right after a message. Not called if jobs waited before the message and still
  // wait, because the loop has requested a turn then. If each message caused a turn, messages could
  // arrive faster than they are read. A high-priority job in the last message would have to
  // wait for the turns of all earlier messages.
  #takeTurn(): void {
    this.#beginTurn();
    this.loop.run();
    this.#endTurn();
    if (this.loop.pending === 0 && !this.#writer.isEmpty) this.#flush();
  }

  #readAll(reader: MessageReader): void {
    while (!reader.isAtEnd && !this.#isStopped) {
      try {
        this.#read(reader);
      } catch (error) {
        if (error instanceof UnreadableError) throw error;
        this.report(error); // an error of code in this thread
      }
    }
  }

  #read(reader: MessageReader): void {
    const code = reader.code();
    switch (code) {
      case Code.run:
        return this.#readJob(reader);
      case Code.cancel:
        return this.#cancel(reader.integer());
      case Code.more:
        this.#earlySending.getsMore = reader.word() === 1;
        return;
      case Code.call:
        return readCall(reader, this.#receivers, (error) => this.report(error));
      case Code.share:
        return this.#claims.add(reader.value() as SharedArrayBuffer);
      case Code.hold:
        return this.#hold(reader.value() as string);
      case Code.ping:
        this.#writing().words.add(Code.pong);
        return;
      case Code.ready:
      case Code.done:
      case Code.ended:
      case Code.failed:
      case Code.dropped:
      case Code.waits:
      case Code.yields:
      case Code.continues:
      case Code.runTimes:
      case Code.pong:
        throw new UnreadableError(`a worker must not receive records of code ${code}`);
      default:
        return unknownCode(code);
    }
  }

  // No job begins before the lock is held or refused. Otherwise the pool could not see the end of this
  // thread.
  #hold(name: string): void {
    const held = holdForLifetime(name);
    if (held === undefined) return;
    this.loop.stop();
    const start = (): void => {
      if (!this.#isStopped) this.loop.start();
    };
    void held.then(start);
  }

  #readJob(reader: MessageReader): void {
    const id = reader.integer();
    const functionIndex = reader.integer();
    const job =
      this.#spare.take(functionIndex) ?? new Job(this.#run, functionIndex, this.#functions[functionIndex]!);
    job.id = id;
    job.priority = reader.word();
    job.color = reader.integer();
    job.wantsResult = reader.word() === 1;
    job.args = reader.values(reader.integer());
    this.#jobs[id] = job;
    if (job.color === NONE || this.#chains.enter(job.color, job)) this.loop.submit(job, job.priority);
  }

  // A job that waits for a promise cannot be stopped. The pool need not wait for its result, but its color stays occupied until the function ends.
  #cancel(id: number): void {
    const job = this.#jobs[id];
    if (job === undefined) return;
    // `#drop` may run code of the application, which may write records. So it is called before this
    // record is begun.
    const code = this.#drop(job) ? Code.dropped : Code.continues;
    this.#writing().words.add(code).add(id);
  }

  #drop(job: Job): boolean {
    if (job.color !== NONE && this.#chains.remove(job)) this.#jobs[job.id] = undefined;
    else if (this.loop.cancel(job)) this.#leave(job);
    else return false;
    return true;
  }

  // Called when the pool has withdrawn a job, and the request to drop it has not arrived. The next
  // job of the color must not wait for this request.
  #withdrawn(job: Job): void {
    this.#leave(job);
    this.#writing().words.add(Code.dropped).add(job.id);
    job.id = NONE;
  }

  // Sends the written records before a job that may keep this thread busy for long. Sending may run
  // code of the application, which may stop this object.
  #beforeWork({ functionIndex }: Job): void {
    if (!this.#meter.mayExceed(functionIndex, LONG_JOB)) return;
    this.#flushShared();
    if (!this.#writer.isEmpty) this.#flush();
  }

  #beginWork(job: Job): void {
    this.#claims.running = job.id;
    this.#working = job;
    this.#meter.start();
  }

  #suspend(job: Job): void {
    job.suspendedIn = this.#turn;
    this.#suspended.add(job);
    this.#flushSoon();
  }

  #beginTurn(): void {
    this.#turn++;
    this.#meter.pause();
  }

  // Called when a job has returned a promise. Promise callbacks run only between two turns. Without
  // an early end of the turn, other jobs could change the value of the promise before it is sent.
  #endTurnSoon(): void {
    if (this.loop.pending === 0) return;
    this.#isYielding = true;
    this.loop.stop();
  }

  #endTurn(): void {
    if (!this.#isYielding) return;
    this.#isYielding = false;
    if (!this.#isStopped) this.loop.start();
  }

  // Called when the code of a job has returned or yielded. Returns the run time of the code in ms.
  #endWork(): number {
    this.#claims.running = -1;
    this.#working = undefined;
    return this.#meter.lap();
  }

  #begin(job: Job): unknown {
    try {
      const { args, body } = job; // `expose` has bound the function to its object
      const result = body(...(args as never[]));
      if (!isObject(result) && typeof result !== 'function') {
        this.#done(job, result);
        this.#spare.keep(job);
        return undefined;
      }
      const generator = generatorKind(result);
      if (generator === 'sync') return this.#follow(job, result as Generator);
      if (generator === 'async') throw noAsyncGenerator(this.#names[job.functionIndex]!, result);
      if (isThenable(result)) {
        this.#suspend(job);
        this.#awaited++;
        // Wrapped, so that a thenable of the application settles once.
        Promise.resolve(result).then(
          (value) => this.#fulfilled(job, value),
          (error) => this.#rejected(job, error),
        );
        this.#endTurnSoon();
      } else this.#done(job, result);
    } catch (error) {
      this.#failed(job, error);
    }
    return undefined;
  }

  *#follow(job: Job, steps: Generator): Generator {
    job.isGenerator = true;
    try {
      this.#beginWork(job);
      let step = steps.next();
      if (step.done !== true) this.#writing().words.add(Code.yields).add(job.id);
      if (job.color !== NONE && step.done !== true) this.loop.submit(job, job.priority);
      while (step.done !== true) {
        job.worked += this.#endWork();
        yield step.value;
        this.#beforeWork(job);
        if (this.#isStopped) {
          job.id = NONE;
          return;
        }
        this.#beginWork(job);
        step = steps.next();
      }
      if (isThenable(step.value)) throw noLatePromise(this.#names[job.functionIndex]!, step.value);
      this.#done(job, step.value);
    } catch (error) {
      this.#failed(job, error);
    } finally {
      steps.return(undefined); // in case the generator was dropped
    }
  }

  #settled(): void {
    if (--this.#awaited === 0) this.#allSettled();
  }

  #fulfilled(job: Job, value: unknown): void {
    this.#settled();
    try {
      if (generatorKind(value) !== undefined) throw noLateGenerator(this.#names[job.functionIndex]!, value);
    } catch (error) {
      return this.#failed(job, error);
    }
    this.#done(job, value);
  }

  #rejected(job: Job, error: unknown): void {
    this.#settled();
    this.#failed(job, error);
  }

  #done(job: Job, value: unknown): void {
    if (job.wantsResult) {
      this.#beforeResult();
      const { values, words } = this.#writer;
      words.add(Code.done).add(job.id);
      values.push(value);
      const objects = transfersOf(value);
      if (objects !== undefined) this.#writer.transfer(objects);
    } else this.#writer.words.add(Code.ended).add(job.id);
    this.#end(job, job.wantsResult && isObject(value));
  }

  #failed(job: Job, error: unknown): void {
    this.#beforeResult();
    writeFailure(this.#writing(), job.id, packThrown(error));
    this.#end(job, true);
  }

  // Objects in results are sent before other code of the application can change them.
  #end(job: Job, isUrgent: boolean): void {
    const worked = this.#working === job ? job.worked + this.#endWork() : job.worked;
    if (this.#isStopped) return;
    if (this.#suspended.size > 0) this.#suspended.delete(job);
    this.#meter.ended(job.functionIndex, worked);
    this.#leave(job);
    this.#earlySending.ended();
    const { pending } = this.loop;
    if (
      isUrgent ||
      pending === 0 ||
      this.#earlySending.isDue(pending, this.#meter.expected(job.functionIndex))
    )
      this.#flush();
    else this.#flushSoon();
  }

  #leave(job: Job): void {
    this.#jobs[job.id] = undefined;
    const next = job.color === NONE ? undefined : this.#chains.next(job);
    if (next !== undefined) this.loop.submit(next, this.#chains.priority(next));
  }

  /** Returns the writer, whose records are sent as soon as the worker has no work, or after `LINGER`. */
  #writing(): MessageWriter {
    this.#flushSoon();
    return this.#writer;
  }

  #flushSoon(): void {
    if (this.#lingers || this.#isStopped) return;
    this.#lingers = true;
    this.loop.submit(this.#linger);
  }

  #flush(): void {
    if (this.#lingers) this.loop.cancel(this.#linger);
    this.#lingers = false;
    this.#earlySending.sent();
    this.#meter.report(this.#writeCost);
    if (this.#suspended.size > 0) this.#writeSuspended();
    this.#writer.flush();
    this.#meter.pause();
  }

  // Reports jobs that wait for a promise. They then no longer count toward the window of this worker.
  // Otherwise waiting jobs could fill the window, and the jobs for which they wait could not be sent.
  // Most promises settle at the end of the turn. So a job that began to wait in the current turn is
  // reported later, if it still waits then.
  #writeSuspended(): void {
    for (const job of this.#suspended) {
      if (job.suspendedIn === this.#turn) return this.#flushSoon();
      this.#writer.words.add(Code.waits).add(job.id).add(job.worked);
      this.#suspended.delete(job);
    }
  }

  #writeCost = (functionIndex: number, jobs: number, ms: number): void => {
    this.#writer.words.add(Code.runTimes).add(functionIndex).add(jobs).add(ms);
  };
}
