import { EventLoop, everyFrame, Frame, Task, Timer } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import { MemoryLog } from '../log/log-sink.ts';
import { RecordedSession } from './recorded-session.ts';
import { Replay } from './replay.ts';
import type { Session } from './session.ts';

/** Ms of simulated time. */
const duration = 100;

async function task(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Records a program for a time, and replays it. */
async function replayOf<Result>(
  program: (session: Session, host?: VirtualHost) => Result,
  use: (recorded: Result, session: RecordedSession) => unknown,
  hashInterval = 1000,
): Promise<Replay<Result>> {
  const host = new VirtualHost();
  const log = new MemoryLog();
  const session = new RecordedSession({ sink: log, hashInterval });
  const recorded = program(session, host);
  host.advanceTo(duration / 2);
  await use(recorded, session);
  host.advanceTo(duration);
  await task();
  session.end();
  const replay = new Replay(log.chunks, program);
  await replay.run();
  return replay;
}

const ways = ['an input', 'a task', 'a timer'] as const;

test.each(ways.flatMap((way) => [0, 1000].map((hashInterval) => [way, hashInterval] as const)))(
  'a recording that ends in %s, with a hash each %i ms, is complete up to the end of this entry',
  async (way, hashInterval) => {
    let act = (): void => {};
    const program = (session: Session, host?: VirtualHost): { readonly press: () => void } => {
      const loop = new EventLoop({ host: session.host(host), probe: session.probe() });
      let count = 0;
      const callback = (): void => {
        count++;
        act();
        void Promise.resolve().then(() => count++);
      };
      const press = session.input('key', () => {
        if (way === 'an input') callback();
        else if (way === 'a task') loop.submit(new Task(callback), 1);
        else loop.submit(new Timer(callback, { after: 0 }));
      });
      loop.submit(new Timer(() => count++, { every: 10 }));
      session.state(() => count);
      return { press: () => press(undefined) };
    };
    let wasRecording: boolean | undefined;
    const replay = await replayOf(
      program,
      ({ press }, session) => {
        act = () => {
          act = () => {};
          session.end();
          wasRecording = session.isRecording;
        };
        press();
      },
      hashInterval,
    );
    expect([replay.divergence, replay.isComplete]).toEqual([undefined, true]);
    expect(wasRecording).toBe(true);
    expect(replay.time).toBeLessThan(duration / 2 + 10);
  },
);

test('a hash of the state that reads clocks and random numbers changes nothing', async () => {
  const program = (session: Session, host?: VirtualHost): { readonly numbers: number[] } => {
    const loop = new EventLoop({ host: session.host(host), probe: session.probe() });
    const numbers: number[] = [];
    loop.submit(new Timer(() => numbers.push(session.random(), session.now()), { every: 10 }));
    session.state(() => [
      session.now(),
      loop.host.now(),
      loop.host.peek?.(),
      session.random(),
      numbers.length,
    ]);
    return { numbers };
  };
  const found: (readonly number[])[] = [];
  for (const hashInterval of [0, 25, 1000]) {
    const replay = await replayOf(program, () => {}, hashInterval);
    expect([replay.divergence, replay.isComplete]).toEqual([undefined, true]);
    found.push(replay.program.numbers.filter((_, i) => i % 2 === 1));
  }
  expect(found[1]).toEqual(found[0]);
  expect(found[2]).toEqual(found[0]);
});

test('the hash of a state does not advance the random numbers of the program', () => {
  const numbersWith = (hashInterval: number): number[] => {
    const session = new RecordedSession({ sink: new MemoryLog(), seed: 1, hashInterval });
    const numbers: number[] = [];
    const press = session.input('key', () => numbers.push(session.random()));
    session.state(() => session.random());
    for (let left = 5; left > 0; left--) press(undefined);
    return numbers;
  };
  expect(numbersWith(0)).toEqual(numbersWith(1e9));
});

test('a sink whose promises reject ends the log, and one error is reported', async () => {
  const host = new VirtualHost();
  const errors: unknown[] = [];
  let writes = 0;
  const write = async (): Promise<void> => {
    writes++;
    throw new Error(`disk full ${writes}`);
  };
  const session = new RecordedSession({
    sink: { write },
    chunkSize: 16,
    onError: (error) => errors.push(error),
  });
  const press = session.input('key', () => {});
  session.host(host);
  for (let left = 50; left > 0; left--) press('a');
  await task();
  expect(writes).toBeGreaterThan(1);
  expect(session.isRecording).toBe(false);
  const before = writes;
  press('b');
  session.end();
  await task();
  expect(writes).toBe(before);
  expect(errors).toEqual([new Error('disk full 1')]);
});

interface Stoppable {
  readonly loop: EventLoop;
  readonly stop: () => void;
  readonly press: () => void;
}

function stoppable(session: Session, host?: VirtualHost): Stoppable {
  const loop = new EventLoop({ host: session.host(host), probe: session.probe() });
  const frame = new Frame({
    entities: [{}],
    priority: () => 1,
    update: () => {},
    probe: session.frameProbe(),
  });
  let count = 0;
  const stop = everyFrame(loop, { simulate: frame });
  const other = new EventLoop({ host: session.host(host && new VirtualHost()), probe: session.probe() });
  other.submit(new Timer(() => count++, { every: 10 }));
  session.state(() => [count, frame.stats.lostTime]);
  const press = session.input('key', () => {
    void Promise.resolve().then(() => (count += 1000 + session.now() / 1e6));
  });
  return { loop, stop, press: () => press(undefined) };
}

test.each<[string, (game: Stoppable, session: RecordedSession) => unknown]>([
  ['is disposed of', ({ loop }) => loop.dispose()],
  ['stops', ({ stop }) => stop()],
  ['stops and is disposed of', ({ loop, stop }) => (stop(), loop.dispose())],
  ['is disposed of before a flush', ({ loop }, session) => (loop.dispose(), session.flush())],
  ['is disposed of after a flush', ({ loop }, session) => (session.flush(), loop.dispose())],
  ['is disposed of in the task of an input', ({ loop, press }) => (press(), loop.dispose())],
  ['is disposed of before an input', ({ loop, press }) => (loop.dispose(), press())],
  [
    'is disposed of in a later task than the input',
    async ({ loop, press }) => (press(), await task(), loop.dispose()),
  ],
  [
    'is disposed of by code that reads clocks',
    ({ loop }, session) => (session.now(), loop.dispose(), session.now()),
  ],
])('a loop that %s outside of the program is no divergence, before and after the end', async (_, act) => {
  for (const order of ['end at once', 'end in a later task', 'end before']) {
    const replay = await replayOf(stoppable, async (game, session) => {
      if (order === 'end before') session.end();
      await act(game, session);
      if (order === 'end at once') session.end();
    });
    expect([order, replay.divergence, replay.isComplete]).toEqual([order, undefined, true]);
    replay.program.loop.dispose();
  }
});

test('readings of other code between two entries do not come between those of the microtasks', async () => {
  const program = (session: Session, host?: VirtualHost): { readonly times: number[]; press: () => void } => {
    session.host(host);
    const times: number[] = [];
    const press = session.input('key', () => void Promise.resolve().then(() => times.push(session.now())));
    return { times, press: () => press(undefined) };
  };
  let recorded: readonly number[] = [];
  const replay = await replayOf(program, async ({ press, times }, session) => {
    press();
    session.now();
    await task();
    session.now();
    press();
    await task();
    recorded = [...times];
  });
  expect([replay.divergence, replay.isComplete]).toEqual([undefined, true]);
  expect(replay.program.times).toEqual(recorded);
});

test('a clock that throws once settles calls, reports the error, and leaves a log that replays', async () => {
  let isBroken = false;
  let time = 0;
  const now = (): number => {
    if (isBroken) throw new Error('no time');
    return ++time;
  };
  const program = (session: Session): { readonly press: () => void; readonly results: unknown[] } => {
    session.host({ now });
    const results: unknown[] = [];
    const press = session.input('key', () => {
      void session.call('load', async () => 5).then((result) => results.push(result));
    });
    session.state(() => results.length);
    return { press: () => press(undefined), results };
  };
  const log = new MemoryLog();
  const errors: unknown[] = [];
  const session = new RecordedSession({ sink: log, onError: (error) => errors.push(error) });
  const { press, results } = program(session);
  press();
  isBroken = true;
  expect(press).toThrow('no time');
  while (results.length === 0) await task();
  isBroken = false;
  press();
  while (results.length === 1) await task();
  session.end();
  expect(results).toEqual([5, 5]);
  expect(errors).toEqual([new Error('no time')]);
  const replay = new Replay(log.chunks, program);
  await replay.run();
  expect([replay.divergence, replay.isComplete]).toEqual([undefined, true]);
});

test('a sink that calls an input while results are delivered does not change the order of promises', async () => {
  const program = (session: Session): { ask: () => void; press: () => void; order: string[] } => {
    session.host({ now: () => 0 });
    const order: string[] = [];
    session.state(() => order.join());
    const press = session.input('key', () => void Promise.resolve().then(() => order.push('input')));
    const ask = session.input(
      'ask',
      () => void session.call('call', () => 'x'.repeat(40)).then(() => order.push('result')),
    );
    return { ask: () => ask(0), press: () => press(0), order };
  };
  const log = new MemoryLog();
  let isWaiting = false;
  const write = (kind: string, bytes: Uint8Array): void => {
    log.write(kind, bytes);
    if (isWaiting) press();
    isWaiting = false;
  };
  const session = new RecordedSession({ sink: { write }, chunkSize: 16, hashInterval: 0 });
  const { ask, order, press } = program(session);
  ask();
  isWaiting = true;
  while (order.length < 2) await task();
  session.end();
  const replay = new Replay(log.chunks, program);
  await replay.run();
  expect([replay.divergence, replay.program.order]).toEqual([undefined, order]);
});
