// Sessions that end between the microtasks of an entry, in a sink, or after their loops were disposed of.
import { EventLoop, Task, Timer } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import { MemoryLog } from '../log/log-sink.ts';
import { RecordedSession } from './recorded-session.ts';
import { Replay } from './replay.ts';
import type { Program, Session } from './session.ts';

async function nextTask(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function replayOf<Result>(log: MemoryLog, program: Program<Result>): Promise<Replay<Result>> {
  const replay = new Replay(log.chunks, program);
  await replay.run();
  return replay;
}

interface Steps {
  readonly count: () => number;
  readonly press: (key: string) => void;
}

/** Counts in each of five microtasks after an input. `readsClock`: also reads the clock there. `called`: called in each. */
function steps(readsClock: boolean, called: () => void = () => {}): Program<Steps> {
  return (session) => {
    let count = 0;
    session.host({ now: () => 7 });
    session.state(() => count);
    const walk = async (): Promise<void> => {
      for (let left = 5; left > 0; left--) {
        await Promise.resolve();
        count++;
        if (readsClock) session.now();
        called();
        count++;
      }
    };
    return { count: () => count, press: session.input('key', () => void walk()) };
  };
}

test.each([false, true])(
  'a session that ends before, between or after the microtasks of an entry is complete (clock: %s)',
  async (readsClock) => {
    for (let endsAfter = 0; endsAfter <= 5; endsAfter++) {
      const log = new MemoryLog();
      const session = new RecordedSession({ sink: log });
      let passed = 0;
      const end = (): void => {
        if (++passed === endsAfter) session.end();
      };
      const { press } = steps(readsClock, end)(session);
      press('a');
      await nextTask();
      passed = 0;
      press('b');
      if (endsAfter === 0) session.end();
      await nextTask();
      const replay = await replayOf(log, steps(readsClock));
      expect([endsAfter, replay.divergence, replay.isComplete]).toEqual([endsAfter, undefined, true]);
      expect(replay.program.count()).toBeGreaterThanOrEqual(10);
    }
  },
);

test('a session that ends in one continuation of results, of which another one reads the clock, is complete', async () => {
  const program = (session: Session, done = (): void => {}): { readonly start: () => void } => {
    let sum = 0;
    session.host({ now: () => 7 });
    session.state(() => sum);
    const ask = async (name: string, then: () => unknown): Promise<void> => {
      sum += await session.call(name, () => 1);
      then();
    };
    const start = session.input('start', () => {
      void ask('a', done);
      void ask('b', () => session.now());
    });
    return { start: () => start(undefined) };
  };
  const log = new MemoryLog();
  const session = new RecordedSession({ sink: log });
  program(session, () => session.end()).start();
  await nextTask();
  await nextTask();
  expect(session.isRecording).toBe(false);
  const replay = await replayOf(log, program);
  expect([replay.divergence, replay.isComplete]).toEqual([undefined, true]);
});

test('the state at the end is compared, also if microtasks of the last entry read the clock', async () => {
  const program =
    (amount: number): Program<(key: string) => void> =>
    (session) => {
      let count = 0;
      session.host({ now: () => 7 });
      session.state(() => count);
      return session.input('key', () => {
        count += amount;
        void Promise.resolve().then(() => session.now());
      });
    };
  for (const endsLater of [false, true]) {
    const log = new MemoryLog();
    const session = new RecordedSession({ sink: log });
    program(1)(session)('a');
    if (endsLater) await nextTask();
    session.end();
    const { divergence } = await replayOf(log, program(2));
    expect([divergence?.recorded, divergence?.replayed]).toEqual(['the state 1', 'the state 2']);
  }
});

interface Counter {
  readonly add: (amount: number) => void;
  readonly count: () => number;
}

/** `starts`: number of readings of the clock at the start of the program. */
function counter(starts = 0): Program<Counter> {
  return (session) => {
    let count = 0;
    const host = session.host({ now: () => count });
    for (let left = starts; left > 0; left--) host.now();
    session.state(() => count);
    return { add: session.input('add', (amount) => (count += amount)), count: () => count };
  };
}

test.each([0, 100])('a sink may end the session (readings at the start: %i)', async (starts) => {
  for (let limit = 1; limit <= 12; limit++) {
    const log = new MemoryLog();
    const write = (kind: string, bytes: Uint8Array): void => {
      log.write(kind, bytes);
      if (log.chunks.length >= limit) session.end();
    };
    const session: RecordedSession = new RecordedSession({ sink: { write }, chunkSize: 16 });
    const { add } = counter(starts)(session);
    for (let left = 200; left > 0 && session.isRecording; left--) {
      add(1);
      await (left % 2 === 0 ? Promise.resolve() : nextTask());
    }
    const replay = await replayOf(log, counter(starts));
    expect([limit, replay.divergence, replay.isComplete]).toEqual([limit, undefined, true]);
    expect(log.chunks.length).toBe(limit + 1);
  }
});

test('a sink may call an input and flush', async () => {
  const log = new MemoryLog();
  let calls = 0;
  const write = (kind: string, bytes: Uint8Array): void => {
    log.write(kind, bytes);
    if (++calls > 5) return;
    recorded.add(100);
    session.flush();
  };
  const session: RecordedSession = new RecordedSession({ sink: { write }, chunkSize: 16 });
  const recorded: Counter = counter(100)(session);
  for (let left = 20; left > 0; left--) {
    recorded.add(1);
    await nextTask();
  }
  session.end();
  const replay = await replayOf(log, counter(100));
  expect([replay.divergence, replay.isComplete]).toEqual([undefined, true]);
  expect([recorded.count(), replay.program.count()]).toEqual([520, 520]);
});

test('a program may flush and end the session in its hash and in an input', async () => {
  const log = new MemoryLog();
  let session: RecordedSession | undefined;
  const program: Program<(key: string) => void> = (ofProgram) => {
    let count = 0;
    ofProgram.host({ now: () => 7 });
    ofProgram.state(() => {
      if (count === 3) session?.end();
      return count;
    });
    return ofProgram.input('key', () => {
      count++;
      session?.flush();
      ofProgram.now();
    });
  };
  session = new RecordedSession({ sink: log, hashInterval: 0 });
  const press = program(session);
  for (let left = 5; left > 0; left--) press('a');
  expect([session.isRecording, session.entries]).toEqual([false, 5]);
  session = undefined;
  const replay = await replayOf(log, program);
  expect([replay.divergence, replay.isComplete, replay.entry]).toEqual([undefined, true, 3]);
});

test.each(['a host with turns', 'a clock'])(
  'a loop may be disposed of before the end of the session (%s)',
  async (kind) => {
    const host = new VirtualHost();
    const program = (session: Session, platform = host): { readonly loop: EventLoop; press: () => void } => {
      const under = kind === 'a clock' ? { now: () => platform.now() } : platform;
      const loop = new EventLoop({ host: session.host(under), probe: session.probe() });
      const press = session.input('key', () => {
        loop.submit(new Task(() => {}), 1);
        loop.run({ budget: 0 });
      });
      loop.submit(new Timer(() => {}, { every: 10 }));
      loop.submit(
        new Task(function* walk() {
          for (;;) yield;
        }),
        -1,
      );
      session.state(() => 0);
      return { loop, press: () => press(undefined) };
    };
    const log = new MemoryLog();
    const session = new RecordedSession({ sink: log });
    const { loop, press } = program(session);
    host.advanceTo(30);
    press();
    await nextTask();
    loop.dispose();
    session.end();
    const replay = await replayOf(log, program);
    expect([replay.divergence, replay.isComplete]).toEqual([undefined, true]);
    replay.program.loop.dispose();
  },
);

test('a loop may be disposed of in the task of an input whose promises cancel a task of another loop', async () => {
  const program = (session: Session): { readonly disposed: EventLoop; readonly press: () => void } => {
    const loopOf = (): EventLoop =>
      new EventLoop({ host: session.host(new VirtualHost()), probe: session.probe() });
    const [disposed, other] = [loopOf(), loopOf()];
    disposed.submit(new Task(() => {}), 1);
    let count = 0;
    session.state(() => count);
    const cancel = async (task: Task): Promise<void> => {
      await Promise.resolve();
      other.cancel(task);
      count++;
    };
    const press = session.input('key', () => {
      const victim = new Task(() => {});
      other.submit(victim, 1);
      void cancel(victim);
    });
    return { disposed, press: () => press(undefined) };
  };
  const log = new MemoryLog();
  const session = new RecordedSession({ sink: log });
  const { disposed, press } = program(session);
  press();
  disposed.dispose();
  await nextTask();
  press();
  await nextTask();
  session.end();
  const replay = await replayOf(log, program);
  expect([replay.divergence, replay.isComplete]).toEqual([undefined, true]);
});
