import { EventLoop, type Probe, Task, Timer } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type LogSink, MemoryLog } from '../log/log-sink.ts';
import { RecordedSession } from './recorded-session.ts';
import { Replay } from './replay.ts';
import type { Program, Session } from './session.ts';

async function task(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

interface Run<Result> {
  readonly recorded: Result;
  readonly replayed: Result;
  readonly replay: Replay<Result>;
}

/** Records a program, and replays it after the recording has ended. `use`: the events from outside. */
async function recordAndReplay<Result>(
  program: Program<Result>,
  use: (recorded: Result) => unknown = () => {},
): Promise<Run<Result>> {
  const log = new MemoryLog();
  const session = new RecordedSession({ sink: log });
  const recorded = program(session);
  await use(recorded);
  await task();
  await task();
  session.end();
  const replay = new Replay(log.chunks, program);
  await replay.run();
  expect([replay.divergence, replay.isComplete]).toEqual([undefined, true]);
  return { recorded, replayed: replay.program, replay };
}

test('random numbers are those of the seed, which the log contains', async () => {
  const numbers = (session: Session): number[] => Array.from({ length: 100 }, () => session.random());
  const { recorded, replayed } = await recordAndReplay(numbers);
  expect(replayed).toEqual(recorded);
  expect(new Set(recorded).size).toBe(100);
  expect(recorded.every((number) => number >= 0 && number < 1)).toBe(true);
  const seeded = (seed: number): number[] => numbers(new RecordedSession({ sink: new MemoryLog(), seed }));
  expect(seeded(2 ** 32 - 1)).toEqual(seeded(2 ** 32 - 1));
  expect(seeded(1)).not.toEqual(seeded(2));
  const other = numbers(new RecordedSession({ sink: new MemoryLog() }));
  expect(other).not.toEqual(recorded);
});

test('an input gets a copy of the data as it was at the call', async () => {
  const { recorded, replayed } = await recordAndReplay(
    (session) => {
      const received: unknown[] = [];
      return { received, press: session.input('data', (data) => received.push(data)) };
    },
    ({ press }) => {
      const data = { keys: new Set(['a']), position: Float32Array.of(1, 2), text: '\uD83D' };
      press(data);
      data.keys.add('b');
      data.position[0] = 5;
      press(data);
      press(undefined);
    },
  );
  expect(recorded.received).toEqual([
    { keys: new Set(['a']), position: Float32Array.of(1, 2), text: '\uD83D' },
    { keys: new Set(['a', 'b']), position: Float32Array.of(5, 2), text: '\uD83D' },
    undefined,
  ]);
  expect(replayed.received).toEqual(recorded.received);
});

test('a call settles, whatever its promise is rejected with', async () => {
  const session = new RecordedSession({ sink: new MemoryLog() });
  const cruel = Object.defineProperty(new Error('cruel'), 'message', {
    get() {
      throw Symbol('no message');
    },
  });
  for (const reason of [cruel, () => 1, new Proxy({}, { ownKeys: () => expect.unreachable('as an error') })])
    await expect(session.call('ask', async () => Promise.reject(reason as Error))).rejects.toThrow(
      'the result of "ask" is an error that cannot be recorded',
    );
});

test('views of unknown classes are refused, instead of becoming others', () => {
  const session = new RecordedSession({ sink: new MemoryLog() });
  const press = session.input('key', () => {});
  const ofOtherRealm: unknown = runInNewContext('new Float32Array(2)');
  expect(() => press(ofOtherRealm)).toThrow('the data of the input "key" must be made of primitives');
});

test('data that cannot be recorded is refused before the handler is called', () => {
  const session = new RecordedSession({ sink: new MemoryLog() });
  let calls = 0;
  const press = session.input('key', () => calls++);
  expect(() => press(() => 1)).toThrow('the data of the input "key" must be made of primitives');
  expect(calls).toBe(0);
  expect(session.entries).toBe(0);
});

test('an input that the program itself makes is not recorded, and happens in each run', async () => {
  const { recorded, replayed, replay } = await recordAndReplay(
    (session) => {
      const received: string[] = [];
      const second = session.input('second', (text: string) => received.push(text));
      const first = session.input('first', (text: string) => {
        second(`${text} again`);
        received.push(text);
      });
      return { received, first };
    },
    ({ first }) => first('a'),
  );
  expect(recorded.received).toEqual(['a again', 'a']);
  expect(replayed.received).toEqual(recorded.received);
  expect(replay.entry).toBe(1);
});

test('a replay ignores calls of inputs from outside', async () => {
  const { replayed, replay } = await recordAndReplay((session) => {
    const received: string[] = [];
    return { received, press: session.input('key', (key: string) => received.push(key)) };
  });
  replayed.press('live');
  expect(replayed.received).toEqual([]);
  expect(replay.entry).toBe(0);
});

test('results of calls arrive in the recorded order, whatever their kind', async () => {
  const settle: ((value: unknown) => void)[] = [];
  const { recorded, replayed } = await recordAndReplay(
    (session) => {
      const order: string[] = [];
      const ask = async (name: string, start: () => unknown): Promise<void> => {
        const answer = await session.call(name, start).catch((error: unknown) => `failed: ${String(error)}`);
        order.push(`${name} ${String(answer)}`);
        await Promise.resolve();
        order.push(`${name} later`);
      };
      void ask('one', () => new Promise((resolve) => settle.push(resolve)));
      void ask('two', () => new Promise((resolve) => settle.push(resolve)));
      void ask('plain value', () => 5);
      void ask('thrown', () => {
        throw new RangeError('no');
      });
      void ask('rejected', async () => Promise.reject(new Error('gone')));
      void ask('function', () => () => 1);
      void ask('rejected with a function', async () => Promise.reject(() => 1));
      return order;
    },
    async () => {
      await task();
      settle[1]!('second');
      await task();
      settle[0]!('first');
    },
  );
  expect(replayed).toEqual(recorded);
  expect(recorded.indexOf('two second')).toBeLessThan(recorded.indexOf('one first'));
  expect(recorded).toContain('thrown failed: RangeError: no');
  expect(recorded).toContain('rejected failed: Error: gone');
  const refused = 'failed: TypeError: the result of "function" must be made of primitives';
  expect(recorded.some((entry) => entry.startsWith(`function ${refused}`))).toBe(true);
  expect(recorded).toHaveLength(14);
});

test('a call without a recorded result is rejected when the replay is disposed of', async () => {
  const log = new MemoryLog();
  const program = (session: Session): Promise<unknown> => session.call('never', () => new Promise(() => {}));
  const session = new RecordedSession({ sink: log });
  void program(session);
  session.end();
  const replay = new Replay(log.chunks, program);
  await replay.run();
  replay.dispose();
  await expect(replay.program).rejects.toThrow('the replay ended before the result of "never"');
});

test('a program with two loops on two hosts replays', async () => {
  const hosts = [new VirtualHost(), new VirtualHost()];
  const { recorded, replayed } = await recordAndReplay(
    (session) => {
      const order: string[] = [];
      for (const [number, host] of hosts.entries()) {
        const loop = new EventLoop({ host: session.host(host), probe: session.probe() });
        loop.submit(new Timer((now) => order.push(`${number} at ${now}`), { every: 3 + number }));
      }
      return order;
    },
    async () => {
      for (let time = 1; time < 20; time++) {
        hosts[time % 2]!.advanceTo(time);
        await task();
      }
    },
  );
  expect(recorded.length).toBeGreaterThan(5);
  expect(replayed).toEqual(recorded);
});

test('a loop on a plain clock, which the application drives, replays', async () => {
  const { recorded, replayed } = await recordAndReplay(
    (session) => {
      const order: number[] = [];
      const loop = new EventLoop({ host: session.host(performance), probe: session.probe() });
      loop.submit(new Timer((now) => order.push(now), { every: 0.01 }));
      const frame = session.input('frame', (budget: number) => loop.run({ budget }));
      return { order, frame };
    },
    async ({ frame }) => {
      for (let left = 20; left > 0; left--) {
        frame(1);
        await task();
      }
    },
  );
  expect(recorded.order.length).toBeGreaterThan(0);
  expect(replayed.order).toEqual(recorded.order);
});

test('the probe of the program receives the same calls in the replay', async () => {
  const host = new VirtualHost();
  const { recorded, replayed } = await recordAndReplay(
    (session) => {
      const calls: string[] = [];
      const next: Probe = {
        ran: (_task, start, end, priority) => calls.push(`ran ${start} ${end} ${priority}`),
        fired: (_timer, start, end, release) => calls.push(`fired ${start} ${end} ${release}`),
        dropped: (_task, reason) => calls.push(`dropped ${reason}`),
        turned: (start, end) => calls.push(`turned ${start} ${end}`),
      };
      const loop = new EventLoop({ host: session.host(host), probe: session.probe(next) });
      const expiring = new Task(() => {}, { expiresIn: 1 });
      loop.submit(new Task(() => host.spend(2)), 2);
      loop.submit(expiring, 1);
      const cancelled = new Task(() => {});
      loop.submit(cancelled, 0);
      loop.cancel(cancelled);
      return calls;
    },
    () => host.advanceTo(10),
  );
  expect(recorded.map((call) => call.split(' ')[0])).toEqual(
    expect.arrayContaining(['ran', 'fired', 'dropped', 'turned']),
  );
  expect(replayed).toEqual(recorded);
});

test('a sink that throws ends the log, and the program continues', async () => {
  const errors: unknown[] = [];
  const error = new Error('the disk is full');
  const chunks: Uint8Array[] = [];
  const sink: LogSink = {
    write(_kind, bytes) {
      if (chunks.length === 3) throw error;
      chunks.push(bytes);
    },
  };
  const session = new RecordedSession({ sink, chunkSize: 16, onError: (found) => errors.push(found) });
  const program = (one: Session): { readonly keys: string[]; readonly press: (key: string) => void } => {
    const keys: string[] = [];
    return { keys, press: one.input('key', (key: string) => keys.push(key)) };
  };
  const { keys, press } = program(session);
  for (let key = 0; key < 50; key++) {
    press(String(key));
    await Promise.resolve();
  }
  expect(keys).toHaveLength(50);
  expect(errors).toEqual([error]);
  expect(session.isRecording).toBe(false);
  const replay = new Replay(chunks, program);
  await replay.run();
  expect([replay.divergence, replay.isComplete]).toEqual([undefined, false]);
  expect(replay.program.keys).toEqual(keys.slice(0, replay.entry));
  expect(replay.entry).toBeGreaterThan(0);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('no report');
    },
  ],
  ['rejects', async () => Promise.reject(new Error('no report'))],
])('an error of an onError that %s is printed', async (_, onError) => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => print.mockRestore());
  const write = (): void => {
    throw new Error('the disk is full');
  };
  new RecordedSession({ sink: { write }, onError }).end();
  await new Promise(setImmediate);
  expect(print).toHaveBeenCalledExactlyOnceWith(new Error('no report'));
});

test('the memory of a recording is bounded by the size of a chunk and one input', () => {
  const sizes: number[] = [];
  const session = new RecordedSession({
    sink: { write: (_, bytes) => sizes.push(bytes.length) },
    chunkSize: 1000,
  });
  const press = session.input('key', () => {});
  for (let key = 0; key < 10_000; key++) press(key);
  press('x'.repeat(5000));
  session.end();
  expect(sizes.length).toBeGreaterThan(30);
  expect(Math.max(...sizes.slice(0, -2))).toBeLessThan(1020);
  expect(Math.max(...sizes)).toBeLessThan(6100);
});

test('a hash of the state that throws is reported, and the program continues', () => {
  const errors: unknown[] = [];
  const error = new Error('no state');
  const session = new RecordedSession({
    sink: new MemoryLog(),
    hashInterval: 0,
    onError: (found) => errors.push(found),
  });
  session.state(() => {
    throw error;
  });
  const press = session.input('key', () => {});
  press('a');
  expect(errors).toEqual([error]);
  expect(session.isRecording).toBe(true);
  session.end();
  expect(session.isRecording).toBe(false);
  press('b');
  session.end();
  expect(errors).toEqual([error, error]);
});

test('invalid options and names are refused with the value', () => {
  const sink = new MemoryLog();
  expect(() => new RecordedSession({} as never)).toThrow('RecordedSession: sink must be an object');
  expect(() => new RecordedSession({ sink: {} as never })).toThrow('must be an object with a method write');
  expect(() => new RecordedSession({ sink, chunkSize: 15 })).toThrow('got 15');
  expect(() => new RecordedSession({ sink, hashInterval: -1 })).toThrow('got -1');
  expect(() => new RecordedSession({ sink, seed: 2 ** 32 })).toThrow('RecordedSession: seed');
  expect(() => new RecordedSession({ sink, seed: 0.5 })).toThrow(RangeError);
  expect(() => new RecordedSession({ sink, onError: 1 as never })).toThrow(TypeError);
  const session = new RecordedSession({
    sink,
    chunkSize: undefined,
    seed: undefined,
    onError: undefined,
    hashInterval: undefined,
  });
  session.input('key', () => {});
  expect(() => session.input('key', () => {})).toThrow('must have a name of its own, got "key" again');
  expect(() => session.input(5 as never, () => {})).toThrow(TypeError);
  expect(() => session.input('other key', 5 as never)).toThrow(TypeError);
  expect(() => session.host({} as never)).toThrow('Session.host: platform must be a Host');
  expect(() => session.probe({ ran: 5 as never })).toThrow(TypeError);
});

test('5,000 names of callbacks replay', async () => {
  const host = new VirtualHost();
  const { recorded, replayed } = await recordAndReplay(
    (session) => {
      const loop = new EventLoop({ host: session.host(host), probe: session.probe() });
      const names: string[] = [];
      for (let number = 0; number < 5000; number++) {
        const run = Object.defineProperty(() => names.push(run.name), 'name', {
          value: `名 ${number} \uD83D`,
        });
        loop.submit(new Task(run), number % 10);
      }
      return names;
    },
    () => host.advanceTo(1000),
  );
  expect(recorded).toHaveLength(5000);
  expect(replayed).toEqual(recorded);
});
