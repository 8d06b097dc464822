import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { saveRecording } from '../file/save-recording.ts';
import { MemoryLog } from '../log/log-sink.ts';
import { Recording } from '../recording/recording.ts';
import { type Change, randomProgram } from './random-program.test.setup.ts';
import { record, type Recorded } from './record-random.test.setup.ts';
import { RecordedSession } from './recorded-session.ts';
import { Replay } from './replay.ts';
import { rerun } from './rerun.ts';
import { SeededRandom } from './seeded-random.ts';

async function replay(
  { log }: Pick<Recorded, 'log'>,
  change: Change = {},
): Promise<Replay<{ hash: () => number }>> {
  const replayed = new Replay(log.chunks, randomProgram(undefined, change));
  await replayed.run();
  return replayed;
}

test('a replay of any program on any platform comes to the same state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1_000_000), fc.nat(300), async (seed, length) => {
      const recorded = await record(seed, length);
      const replayed = await replay(recorded);
      expect(replayed.divergence).toBe(undefined);
      expect(replayed.isComplete).toBe(true);
      expect(replayed.entry).toBe(recorded.entries);
      expect(replayed.program.hash()).toBe(recorded.hash);
    }),
    { numRuns: runs({ gate: 60, long: 5000 }) },
  );
});

test('a program with other decisions is reported at the first of them, and the replay stops there', async () => {
  let found = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const { divergence, entry, isComplete, isOver } = await replay(await record(seed, 100), {
      reverses: true,
    });
    expect(isComplete).toBe(divergence === undefined);
    expect(isOver).toBe(true);
    if (divergence === undefined) continue; // all tasks had one priority
    found++;
    expect(divergence.entry).toBe(entry);
    expect(divergence.recorded).not.toBe(divergence.replayed);
  }
  expect(found).toBeGreaterThan(15);
});

test('a program with the same decisions and another state is reported by the hash of the state', async () => {
  const { divergence, isComplete } = await replay(await record(3, 100), { factor: 2 });
  expect(divergence?.recorded).toMatch(/^the state /);
  expect(divergence?.replayed).toMatch(/^the state /);
  expect(isComplete).toBe(false);
});

test('a log that was cut anywhere replays up to there without a difference', async () => {
  const { log } = await record(11, 60);
  const { bytes } = log;
  for (let length = 9; length < bytes.length; length += 1 + (length % 7)) {
    const replayed = new Replay(bytes.subarray(0, length), randomProgram(undefined));
    await replayed.run();
    expect([length, replayed.divergence]).toEqual([length, undefined]);
    expect([length, replayed.isComplete]).toEqual([length, false]);
  }
});

test('a log with a changed byte never blocks, and never throws', async () => {
  const { log } = await record(12, 60);
  const random = new SeededRandom(5);
  for (let left = 150; left > 0; left--) {
    const { bytes } = log;
    bytes[9 + Math.floor(random.next() * (bytes.length - 9))] = Math.floor(256 * random.next());
    const replayed = new Replay(bytes, randomProgram(undefined));
    await replayed.run();
    expect(replayed.isOver).toBe(true);
    replayed.program.dispose();
    replayed.dispose();
  }
});

test('step, seek forward, and seek back come to the same states', async () => {
  const { log } = await record(13, 150);
  const hashes = new Map<number, number>();
  const stepped = new Replay(log.chunks, randomProgram(undefined));
  do hashes.set(stepped.entry, stepped.program.hash());
  while (await stepped.step());
  expect(hashes.size).toBeGreaterThan(20);
  const sought = new Replay(log.chunks, randomProgram(undefined));
  for (const entry of [...hashes.keys()].toSorted((one, other) => (one % 7) - (other % 7)).slice(0, 30)) {
    await sought.seek(entry);
    expect([entry, sought.entry, sought.program.hash()]).toEqual([entry, entry, hashes.get(entry)]);
  }
  await sought.seek(1e9);
  expect(sought.isComplete).toBe(true);
});

test('a paced replay comes to the same state', async () => {
  const { hash, log } = await record(14, 40);
  const replayed = new Replay(log.chunks, randomProgram(undefined));
  await replayed.run({ until: 5, speed: 50 });
  expect(replayed.entry).toBeGreaterThanOrEqual(5);
  await replayed.run({ speed: 50 });
  expect(replayed.isComplete).toBe(true);
  expect(replayed.program.hash()).toBe(hash);
});

test('bytes that are not a log are refused with the reason', async () => {
  const program = (): number => 1;
  const { bytes } = (await record(1, 10)).log;
  const messageFor = (log: Uint8Array | Uint8Array[]): unknown => {
    try {
      return new Replay(log, program);
    } catch (error) {
      return error instanceof RangeError ? error.message : error;
    }
  };
  for (const empty of [new Uint8Array(), [], [new Uint8Array()]])
    expect(messageFor(empty)).toBe('Replay: log: expected the log of a RecordedSession, got no bytes');
  for (let length = 1; length < 9; length++)
    expect(messageFor(bytes.subarray(0, length))).toBe(
      `Replay: log: the log of a RecordedSession has at least 9 bytes, but the bytes end after ${length}`,
    );
  expect(messageFor(bytes.with(4, 7))).toBe(
    'Replay: log: the version of the log of a RecordedSession must be 1, got 7',
  );
  expect(messageFor(saveRecording(new Recording([])))).toBe(
    'Replay: log: expected the log of a RecordedSession, got a recording file, which readRecording reads',
  );
  await expect(rerun(bytes.subarray(0, 5), program, { costs: new Map() })).rejects.toThrow(
    'rerun: log: the log of a RecordedSession has at least 9 bytes, but the bytes end after 5',
  );
});

test('an invalid log, program or option is refused with the value', () => {
  const program = (): number => 1;
  expect(() => new Replay(Uint8Array.of(1, 2, 3), program)).toThrow(
    'Replay: log: the bytes are not the log of a RecordedSession: they begin with 1, 2, 3',
  );
  expect(() => new Replay('log' as never, program)).toThrow(
    "must be a Uint8Array, or an array of them, got 'log'",
  );
  const log = new MemoryLog();
  new RecordedSession({ sink: log }).end();
  expect(() => new Replay(log.chunks, 5 as never)).toThrow(TypeError);
  expect(() => new Replay(log.chunks, program, { probe: { ran: 5 as never } })).toThrow(TypeError);
  expect(new Replay(log.chunks, program, { probe: undefined }).program).toBe(1);
  const error = new Error('no start');
  const failing = (): never => {
    throw error;
  };
  expect(() => new Replay(log.chunks, failing)).toThrow(error);
});
