import { type EventLoop, Timer } from '@doha/loop';
import type { Endpoint } from '../channel/endpoint.ts';
import { Code, type Envelope, EnvelopeReader } from '../channel/envelope.ts';
import { canShareMemory } from '../channel/shared-memory.ts';
import { readTelegram } from '../channel/telegraph.ts';
import type { ColorKey } from '../scheduler/color.ts';
import { Scheduler } from '../scheduler/scheduler.ts';
import { Member } from './member.ts';
import { StandingOrders } from './standing-orders.ts';
import type { Joined } from './join.ts';
import type { RemoteTask } from './remote-task.ts';
import type { TaskTaker } from './task-kind.ts';
import { WorkerLostError } from './worker-lost-error.ts';

export interface CrewOptions {
  readonly window: number | 'auto';
  readonly loop: EventLoop;
  /** Calls back when what is under way in this thread has ended. */
  readonly atEndOfTurn: (callback: () => void) => void;
  /** Starts a worker in the place of one that has gone. */
  readonly replace: () => Promise<Joined>;
  /** A worker that goes so often in a row without having ended a task is not replaced. */
  readonly mostFailures: number;
  /** Told of tasks that failed while nobody waited for them, and of workers that were lost. */
  readonly onError: (error: unknown, task?: RemoteTask) => void;
  /** What could be sent was sent; so many jobs wait. */
  readonly onSent?: (waiting: number) => void;
  /** A worker has come. */
  readonly attach: (member: Member) => Attached;
}

/** What is attached to a worker while it is there. */
export interface Attached {
  /** They get its telegrams. */
  readonly receivers: readonly object[];
  /** It has gone. */
  readonly detach: () => void;
}

/** The workers and the tasks between them: what waits, who has what, and how it ends. */
export class Crew implements TaskTaker {
  readonly scheduler: Scheduler;
  readonly members: Map<number, Member> = new Map();
  readonly orders: StandingOrders = new StandingOrders((index, ...told) => {
    this.members.get(index)?.tell(...told);
    this.flushSoon();
  });
  #options: CrewOptions;
  #failures: Map<number, number> = new Map(); // by index, in a row
  #replacing = 0;
  #isFlushing = false;
  #isDisposed = false;

  constructor(options: CrewOptions) {
    const { window } = options;
    this.#options = options;
    this.scheduler = new Scheduler({
      window,
      send: (job, lane) => {
        const task = job as RemoteTask;
        task.status = 'sent';
        this.members.get(lane.index)!.run(task);
      },
    });
  }

  /** Sends what there is to send at the end of the turn, so that of what is submitted in it the most important goes first. */
  flushSoon(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    this.#options.atEndOfTurn(() => this.#flush());
  }

  /** A worker has answered: it is one of them from now on. Resolves when it takes part in what is shared, or has gone. */
  enlist(index: number, joined: Joined): Promise<void> {
    const { endpoint, functions } = joined;
    const member = this.#add(index, endpoint, functions);
    const { receivers, detach } = this.#options.attach(member);
    member.detach = detach;
    this.orders.renew(index);
    const all = [...receivers, member.connections];
    const answer = member.ping();
    joined.listen({
      message: (envelope) => this.#read(member, envelope, all),
      lost: (reason) => this.lose(member, reason),
    });
    return answer;
  }

  /** Has a worker run a function now, past the scheduler. */
  call(index: number, task: RemoteTask): void {
    const member = this.members.get(index);
    if (member === undefined) return this.#fail(task, notThere(index));
    task.status = 'sent';
    member.run(task);
    this.flushSoon();
  }

  /** Opens a channel of the application to a worker. */
  connect(index: number, name: string, lost: (reason: Error) => void): MessagePort {
    const member = this.members.get(index);
    if (member === undefined) {
      queueMicrotask(() => lost(notThere(index)));
      return new MessageChannel().port1;
    }
    this.flushSoon();
    return member.connections.open(name, lost);
  }

  submit(task: RemoteTask): void {
    const { color, expiresIn } = task.options;
    if (this.members.size + this.#replacing === 0)
      return this.#fail(task, new Error('MultiProc: no worker is left'));
    if (expiresIn !== undefined) this.#expire(task, expiresIn);
    this.scheduler.submit(task, color);
    this.flushSoon();
  }

  cancel(task: RemoteTask, reason: 'cancelled' | 'expired'): boolean {
    if (task.status === 'queued') {
      this.scheduler.withdraw(task);
      task.end(reason);
      return true;
    }
    if (task.status !== 'sent' || task.dropReason !== undefined) return false;
    task.dropReason = reason;
    this.members.get(task.lane!.index)!.drop(task);
    this.flushSoon();
    return false;
  }

  rank(task: RemoteTask): void {
    this.scheduler.rank(task);
  }

  // What comes from a worker that was given up, as what it had sent before, is of no interest any more.
  #read(member: Member, envelope: Envelope, receivers: readonly object[]): void {
    member.wasHeard = true;
    const reader = new EnvelopeReader(envelope);
    while (!reader.isAtEnd && !member.isGone) {
      const code = reader.word();
      if (code === Code.spent) member.lane.measured(reader.word(), reader.word());
      else if (code === Code.telegram) readTelegram(reader, receivers);
      else if (code === Code.pong) member.answered();
      else {
        const task = member.take(reader.word())!;
        if (code === Code.done) this.#end(task, 'done', reader.value());
        else if (code === Code.failed) this.#end(task, 'failed', reader.value());
        else this.#end(task, code === Code.ended ? 'done' : task.dropReason!);
      }
    }
    this.#flush();
  }

  /** A worker has gone, and another one takes its place. What it had is submitted again where that was asked for, else it fails. */
  lose(member: Member, reason: Error): void {
    const { index } = member.lane;
    if (this.members.get(index) !== member) return;
    this.members.delete(index);
    member.isGone = true;
    const { tasks } = member;
    this.scheduler.remove(member.lane, tasks);
    const isReplaced = this.#mayReplace(member);
    if (isReplaced) this.#replacing++; // before anybody is told, who may submit something
    const error = new WorkerLostError(index, reason);
    member.close(error);
    const [again, lost] = partition(tasks, (task) => task.dropReason === undefined && task.mayTryAgain());
    member.detach();
    this.#resubmit(again);
    for (const task of lost) {
      if (task.dropReason === undefined) this.#fail(task, error);
      else task.end(task.dropReason);
    }
    if (this.#isDisposed) return;
    this.#options.onError(error);
    void this.#replace(index, isReplaced);
  }

  /** Ends all workers; what waits, and what they have, fails. */
  dispose(): void {
    this.#isDisposed = true;
    const reason = new Error('MultiProc.dispose was called');
    for (const member of this.members.values()) this.lose(member, reason);
    this.#abandon(reason);
  }

  #mayReplace({ lane }: Member): boolean {
    const failures = lane.completed > 0 ? 1 : (this.#failures.get(lane.index) ?? 0) + 1;
    this.#failures.set(lane.index, failures);
    return failures < this.#options.mostFailures && !this.#isDisposed;
  }

  async #replace(index: number, isReplaced: boolean): Promise<void> {
    if (isReplaced) {
      try {
        const joined = await this.#options.replace();
        if (this.#isDisposed) joined.endpoint.close();
        else void this.enlist(index, joined);
      } catch (error) {
        this.#options.onError(error);
      }
      this.#replacing--;
    }
    if (this.members.size + this.#replacing === 0) this.#abandon(new Error('MultiProc: no worker is left'));
  }

  // What waits fails: nobody is there any more to do it.
  #abandon(reason: Error): void {
    for (const task of this.scheduler.clear()) this.#fail(task as RemoteTask, reason);
  }

  #add(index: number, endpoint: Endpoint, functions: readonly string[]): Member {
    const places = new Map(functions.map((name, place) => [name, place]));
    const member = new Member(this.scheduler.add(index), endpoint, places, {
      refused: (task, error) => {
        this.#end(task, 'failed', error);
        this.flushSoon(); // there is room for another one
      },
      onError: (error) => this.#options.onError(error),
    });
    if (canShareMemory()) member.watch();
    this.members.set(index, member);
    this.flushSoon();
    return member;
  }

  #resubmit(tasks: readonly RemoteTask[]): void {
    const byColor = new Map<ColorKey, RemoteTask[]>();
    for (const task of tasks) {
      task.status = 'queued';
      const { color } = task.options;
      if (color === undefined) this.scheduler.submit(task);
      else byColor.set(color, [...(byColor.get(color) ?? []), task]);
    }
    for (const [color, same] of byColor) this.scheduler.resubmit(same, color);
  }

  #expire(task: RemoteTask, after: number): void {
    const { loop } = this.#options;
    const expiry = new Timer(() => void this.cancel(task, 'expired'), { after });
    loop.submit(expiry);
    const { release } = task;
    task.release = () => {
      release?.();
      loop.cancel(expiry);
    };
  }

  #end(task: RemoteTask, status: 'done' | 'failed' | 'cancelled' | 'expired', value?: unknown): void {
    this.scheduler.completed(task);
    if (status === 'failed') this.#fail(task, value);
    else task.end(status, value);
  }

  #fail(task: RemoteTask, error: unknown): void {
    task.end('failed', error);
    if (!task.isObserved) this.#options.onError(error, task);
  }

  #flush(): void {
    this.#isFlushing = false;
    this.scheduler.dispatch();
    for (const member of this.members.values()) member.flush();
    this.#options.onSent?.(this.scheduler.waiting);
  }
}

function notThere(index: number): Error {
  return new WorkerLostError(index, new Error('no other one has taken its place yet'));
}

function partition<T>(items: readonly T[], holds: (item: T) => boolean): [T[], T[]] {
  const [those, others]: [T[], T[]] = [[], []];
  for (const item of items) (holds(item) ? those : others).push(item);
  return [those, others];
}
