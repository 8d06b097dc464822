import { EventLoop, everyFrame, Frame, Task, Timer } from '@doha/loop';
import { mixNumber } from '../log/check-value.ts';
import type { Host } from '@doha/loop';
import type { Program, Session } from './session.ts';

/** The visible part of a random program. */
export interface RandomProgram {
  /** The function that the platform calls for an input. */
  readonly press: (key: string) => void;
  /** A hash of all that the program did, in its order. */
  readonly hash: () => number;
  readonly dispose: () => void;
}

/** Differences from the program that was recorded. */
export interface Change {
  /** Another function of the state. */
  readonly factor?: number;
  /** Priorities of the tasks are negative. */
  readonly reverses?: boolean;
}

/** A program that submits, cancels, throws, yields, waits, and asks other threads, at random. */
export function randomProgram(platform: Host | undefined, change: Change = {}): Program<RandomProgram> {
  return (session) => {
    const life = new Life(session, platform, change);
    return { press: life.press, hash: () => life.hash, dispose: () => life.loop.dispose() };
  };
}

class Life {
  readonly loop: EventLoop;
  readonly press: (key: string) => void;
  hash = 0;
  #session: Session;
  #tasks: Task[];
  #sign: number;
  #factor: number;
  #frame: Frame<{ x: number }>;
  #stop: () => void;

  constructor(session: Session, platform: Host | undefined, { factor = 1, reverses = false }: Change) {
    this.#session = session;
    this.#sign = reverses ? -1 : 1;
    this.#factor = factor;
    this.loop = new EventLoop({
      host: session.host(platform),
      probe: session.probe(),
      slice: 2,
      onError: (error) => this.#did(String(error).length),
    });
    this.#tasks = [
      new Task(this.#plain, { expiresIn: 3, onDrop: (reason) => this.#did(reason.length) }),
      new Task(() => this.#generate()),
      new Task(() => this.#ask()),
      new Task(this.#fail),
      ...Array.from(
        { length: 8 },
        (_, i) => new Task(Object.defineProperty(() => this.#act(i), 'name', { value: `act ${i}` })),
      ),
    ];
    const entities = Array.from({ length: 20 }, (_, x) => ({ x }));
    this.#frame = new Frame({
      entities,
      always: [{ x: -1 }],
      probe: session.frameProbe(),
      priority: ({ x }) => session.random() * x,
      update: (entity, elapsed) => {
        entity.x += elapsed;
        this.#did(entity.x);
      },
    });
    this.#stop = everyFrame(this.loop, {
      simulate: this.#frame,
      draw: (alpha, time) => this.#did(alpha + time),
    });
    const { tick } = { tick: (now: number, release: number) => this.#did(now - release) };
    this.loop.submit(new Timer(tick, { every: 7, maxLateness: 0.5 }));
    this.loop.submit(new Timer(() => this.#act(-1), { every: 5, catchUp: 2 }));
    this.press = session.input('key', (key: string) => {
      this.#did(key.length);
      if (key === 'throw') throw new Error('the key does not fit');
      this.#act(key.length);
    });
    session.state(() => this.hash);
  }

  #did(value: number): void {
    this.hash = mixNumber(this.hash, value * this.#factor);
  }

  #plain = (): void => this.#did(1);

  #fail = (): void => {
    this.#did(2);
    throw new RangeError('not now');
  };

  *#generate(): Generator<undefined> {
    for (let step = 0; step < 5; step++) {
      this.#did(step);
      this.#submit();
      yield;
    }
  }

  async #ask(): Promise<void> {
    const question = this.#session.random();
    const answer = this.#session.call('ask', async () => {
      await Promise.resolve();
      if (question < 0.2) throw new Error(`no answer to ${question}`);
      return { question, answer: [question * 2] };
    });
    await Promise.resolve();
    this.#did(3);
    const {
      answer: [value],
    } = await answer;
    this.#did(value!);
    await Promise.resolve();
    this.#submit();
  }

  #act(number: number): void {
    this.#did(number);
    const { loop } = this;
    const choice = this.#session.random();
    if (choice < 0.6) this.#submit();
    else if (choice < 0.7) this.#did(loop.cancel(this.#anyTask()) ? 1 : 0);
    else if (choice < 0.72) this.#did(loop.cancelAll());
    else if (choice < 0.8) this.#batch();
    else if (choice < 0.82) this.#did(this.#session.now());
    else if (choice < 0.83) this.#stop();
    else this.#submit();
  }

  #batch(): void {
    const batch = this.loop.batch();
    for (let left = 3; left > 0; left--) batch.submit(this.#anyTask(), this.#priority());
    if (this.#session.random() < 0.5) this.#did(batch.cancel());
  }

  #submit(): void {
    if (this.loop.pending < 50 && !this.loop.disposed) this.loop.submit(this.#anyTask(), this.#priority());
  }

  #anyTask(): Task {
    return this.#tasks[Math.floor(this.#session.random() * this.#tasks.length)]!;
  }

  #priority(): number {
    return this.#sign * Math.floor(10 * this.#session.random());
  }
}
