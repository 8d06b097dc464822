import type { Endpoint } from '../channel/endpoint.ts';
import { inWords } from '../channel/copyable.ts';
import { Code, NONE } from '../channel/envelope.ts';
import { Outbox } from '../channel/outbox.ts';
import { telegram } from '../channel/telegraph.ts';
import type { Lane } from '../scheduler/lane.ts';
import { Connections } from './connections.ts';
import type { RemoteTask } from './remote-task.ts';

export interface MemberOptions {
  /** Told of a task whose arguments cannot be copied. */
  readonly refused: (task: RemoteTask, error: unknown) => void;
  /** Told of what the application throws. */
  readonly onError: (error: unknown) => void;
}

/** A worker that answered, as the thread that started it sees it. */
export class Member {
  readonly lane: Lane;
  readonly connections: Connections;
  /** Undoes what was attached to it. */
  detach: () => void = () => {};
  /** Whether it was given up: what still comes from it is of no interest. */
  isGone = false;
  /** Whether something has come from it since somebody looked last. */
  wasHeard = false;
  #endpoint: Endpoint;
  #outbox: Outbox;
  #functions: ReadonlyMap<string, number>;
  #tasks: (RemoteTask | undefined)[] = []; // by id
  #free: number[] = []; // ids
  #order = 0;
  #pings: (() => void)[] = []; // those that wait
  #running: Int32Array | undefined;

  constructor(
    lane: Lane,
    endpoint: Endpoint,
    functions: ReadonlyMap<string, number>,
    { onError, refused }: MemberOptions,
  ) {
    this.lane = lane;
    this.#endpoint = endpoint;
    this.#functions = functions;
    this.connections = new Connections((...told) => this.tell(...told), onError);
    this.#outbox = new Outbox(endpoint, ({ values, words: [code, id] }, error) => {
      if (code === Code.run) refused(this.take(id!)!, error);
      else if (values[0] === 'ended') {
        // What a task of this worker came to cannot be brought to it: that is a failure.
        this.tell('ended', [values[1], 'failed', inWords(error)]);
        this.flush();
      }
    });
  }

  /** What it works on right now; undefined if that is no task, and `'unknown'` where there is no shared memory to tell. */
  get running(): RemoteTask | 'unknown' | undefined {
    return this.#running === undefined ? 'unknown' : this.#tasks[this.#running[0]!];
  }

  /** The tasks that it has, in the order in which they were sent. */
  get tasks(): RemoteTask[] {
    const tasks = this.#tasks.filter((task) => task !== undefined);
    return tasks.toSorted((one, other) => one.sentAs - other.sentAs);
  }

  /** Whether it will be heard of, if all is well. */
  get mustAnswer(): boolean {
    return this.#free.length < this.#tasks.length || this.#pings.length > 0;
  }

  /** Sends a task with the next flush. */
  run(task: RemoteTask): void {
    const { args, options, isWanted } = task;
    const id = this.#free.pop() ?? this.#tasks.length;
    this.#tasks[id] = task;
    task.id = id;
    task.sentAs = this.#order++;
    const place = this.#functions.get(task.name)!;
    const { values, words } = this.#outbox;
    const color = task.color?.number ?? NONE;
    words.push(Code.run, id, place, task.priority, color, isWanted ? 1 : 0, args.length);
    for (let i = 0; i < args.length; i++) values.push(args[i]);
    if (options.transfer !== undefined) this.#outbox.transfer(options.transfer);
  }

  /** Has it keep in shared memory what it works on. */
  watch(): void {
    const memory = new SharedArrayBuffer(4);
    this.#running = new Int32Array(memory).fill(-1);
    this.#outbox.words.push(Code.watch);
    this.#outbox.values.push(memory);
  }

  drop(task: RemoteTask): void {
    this.#outbox.words.push(Code.cancel, task.id);
  }

  /** Asks whether it is there. Resolves when it has told all that it had to tell before it answers, or is no more. */
  ping(): Promise<void> {
    this.#outbox.words.push(Code.ping);
    return new Promise((resolve) => this.#pings.push(resolve));
  }

  /** It is there. */
  answered(): void {
    this.#pings.shift()?.();
  }

  /** Sends a telegram with the next flush. */
  tell(name: string, args: readonly unknown[], transfer: readonly Transferable[] = []): void {
    telegram(this.#outbox, name, args);
    this.#outbox.transfer(transfer);
  }

  flush(): void {
    this.#outbox.flush();
  }

  /** A task of which it has told the end. */
  take(id: number): RemoteTask | undefined {
    const task = this.#tasks[id];
    this.#tasks[id] = undefined;
    if (task !== undefined) this.#free.push(id);
    return task;
  }

  /** It is no more. */
  close(reason: Error): void {
    for (const resolve of this.#pings) resolve();
    this.#endpoint.close();
    this.connections.close(reason);
  }
}
