import { EventLoop, Task, Timer } from '@doha/loop';
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
