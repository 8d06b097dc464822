import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { MemoryLog } from '../log/log-sink.ts';
import { randomProgram } from './random-program.test.setup.ts';
import { record } from './record-random.test.setup.ts';
import { RecordedSession } from './recorded-session.ts';
import { Replay } from './replay.ts';
import type { Session } from './session.ts';

type RandomReplay = Replay<{ readonly hash: () => number }>;

const { log } = await record(13, 150);

function replayOf(): RandomReplay {
  return new Replay(log.chunks, randomProgram(undefined));
}

/** The hashes of the state after each step. */
async function hashesByEntry(): Promise<ReadonlyMap<number, number>> {
  const hashes = new Map<number, number>();
  const stepped = replayOf();
  do hashes.set(stepped.entry, stepped.program.hash());
  while (await stepped.step());
  return hashes;
}

const hashes = await hashesByEntry();

const calls: Readonly<Record<string, (replay: RandomReplay) => unknown>> = {
  step: async (replay) => replay.step(),
  run: async (replay) => replay.run(),
  'run slowly': async (replay) => replay.run({ speed: 1e-9 }),
  'run to 40': async (replay) => replay.run({ until: 40 }),
  'seek to 0': async (replay) => replay.seek(0),
  'seek to 30': async (replay) => replay.seek(30),
  dispose: (replay) => replay.dispose(),
};
const names = Object.keys(calls);

/** The recorded state of the entry, and that of the replay. Calls of a program are rejected by `dispose`, which may change its state. */
function statesOf(
  replay: RandomReplay,
  made: readonly string[],
): readonly [recorded: unknown, replayed: unknown] {
  const recorded = hashes.get(replay.entry);
  return [recorded, made.includes('dispose') ? recorded : replay.program.hash()];
}

const pairs = names.flatMap((one) => names.map((other) => [one, other] as const));

test.each(pairs.filter(([, other]) => other !== 'run slowly'))(
  '%s and then %s settle, and the state is that of an entry',
  async (one, other) => {
    const replay = replayOf();
    await replay.seek(20);
    await Promise.all([calls[one]!(replay), calls[other]!(replay)]);
    const [recorded, replayed] = statesOf(replay, [one, other]);
    expect([replayed, replay.divergence]).toEqual([recorded, undefined]);
  },
);

test('any calls at any times settle, and the state is that of an entry', async () => {
  const call = fc.tuple(fc.constantFrom(...names), fc.nat({ max: 3 }));
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 8 }), async (sequence) => {
      const replay = replayOf();
      const results: unknown[] = [];
      for (const [name, tasks] of sequence) {
        results.push(calls[name]!(replay));
        for (let left = tasks; left > 0; left--) await new Promise(setImmediate);
      }
      results.push(replay.step());
      await Promise.all(results);
      const made = sequence.map(([name]) => name);
      const [recorded, replayed] = statesOf(replay, made);
      expect([replayed, replay.divergence]).toEqual([recorded, undefined]);
    }),
    { numRuns: runs({ gate: 100, long: 2000 }) },
  );
});

test('each of several steps is made', async () => {
  const entries = [...hashes.keys()];
  const replay = replayOf();
  const steps = await Promise.all([replay.step(), replay.step(), replay.step()]);
  expect([steps, replay.entry]).toEqual([[true, true, true], entries[3]]);
});

test('a seek ends a run, and the last of several seeks decides, as with a slider', async () => {
  const entries = [...hashes.keys()];
  const [early, late] = [entries[5]!, entries[40]!];
  const replay = replayOf();
  let starts = 0;
  const counted = new Replay(log.chunks, (session) => {
    starts++;
    return randomProgram(undefined)(session);
  });
  for (const one of [replay, counted]) {
    await one.seek(late);
    await Promise.all([one.run(), one.seek(1), one.seek(2), one.seek(early)]);
    expect(one.entry).toBe(early);
  }
  expect(starts).toBe(2); // the seeks that another one has replaced do not start the program
});

test('a step and a run continue where a seek before them ends', async () => {
  const entries = [...hashes.keys()];
  const replay = replayOf();
  await Promise.all([replay.seek(entries[30]!), replay.step()]);
  expect(replay.entry).toBe(entries[31]);
  await Promise.all([replay.seek(entries[5]!), replay.run({ until: entries[7]! })]);
  expect(replay.entry).toBe(entries[7]);
});

test('a step ends the pause of a slow run', async () => {
  const entries = [...hashes.keys()];
  const replay = replayOf();
  const run = replay.run({ speed: 1e-300 });
  while (replay.entry < entries[2]!) await new Promise(setImmediate);
  const { entry } = replay;
  await Promise.all([run, replay.step()]);
  expect(replay.entry).toBeGreaterThan(entry);
  expect(replay.isOver).toBe(false);
});

test('invalid arguments do not end a run', async () => {
  const replay = replayOf();
  const run = replay.run();
  await expect(replay.seek(NaN)).rejects.toThrow(RangeError);
  await expect(replay.run({ speed: -1 })).rejects.toThrow(RangeError);
  await run;
  expect(replay.isComplete).toBe(true);
});

test('a replay that was disposed of stays at its entry', async () => {
  const replay = replayOf();
  const run = replay.run();
  while (replay.entry === 0) await new Promise(setImmediate);
  replay.dispose();
  const { entry } = replay;
  await run;
  expect(await replay.step()).toBe(false);
  await replay.seek(0);
  await replay.run();
  replay.dispose();
  expect([replay.entry, replay.isOver, replay.isComplete]).toEqual([entry, true, false]);
});

test('a handler of the program may call the replay', async () => {
  const memory = new MemoryLog();
  let use: (key: string) => void = () => {};
  const program = (session: Session): { readonly keys: string[]; readonly press: (key: string) => void } => {
    const keys: string[] = [];
    const press = (key: string): void => {
      keys.push(key);
      use(key);
    };
    return { keys, press: session.input('key', press) };
  };
  const session = new RecordedSession({ sink: memory });
  const { press } = program(session);
  for (const key of ['a', 'b', 'c']) {
    press(key);
    await new Promise(setImmediate);
  }
  session.end();
  const replay = new Replay(memory.chunks, program);
  const results: unknown[] = [];
  use = (key) => {
    if (key === 'b') results.push(replay.seek(0), replay.step());
  };
  await replay.run();
  await Promise.all(results);
  expect([results.length, replay.entry]).toEqual([2, 1]);
  use = (key) => {
    if (key === 'b') replay.dispose();
  };
  await replay.seek(3);
  expect(replay.program.keys.at(-1)).toBe('b');
  expect(replay.isOver).toBe(true);
});

test('a program that throws at its second start rejects the seek, and the replay stays where it was', async () => {
  const error = new Error('no second start');
  let canStart = true;
  const waiting: Promise<unknown>[] = [];
  const replay = new Replay(log.chunks, (session) => {
    if (!canStart) {
      waiting.push(session.call('never', () => 1));
      throw error;
    }
    return randomProgram(undefined)(session);
  });
  await replay.seek(10);
  const { entry } = replay;
  canStart = false;
  await expect(replay.seek(0)).rejects.toBe(error);
  await expect(waiting[0]).rejects.toThrow('the replay ended before the result of "never"');
  expect([replay.entry, replay.program.hash()]).toEqual([entry, hashes.get(entry)]);
  await replay.run();
  expect(replay.isComplete).toBe(true);
});

test('a pause of more than 25 days does not end early', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const replay = replayOf();
    let isOver = false;
    void replay.run({ speed: 1e-12 }).then(() => (isOver = true));
    for (let left = 100; left > 0; left--) {
      await new Promise(setImmediate);
      vi.advanceTimersByTime(2 ** 31);
    }
    expect(replay.entry).toBeLessThan(50);
    expect(isOver).toBe(false);
    replay.dispose();
    await new Promise(setImmediate);
    expect(isOver).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
