import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { MemoryLog } from '../log/log-sink.ts';
import { RandomHost } from './random-host.test.setup.ts';
import { type Change, randomProgram } from './random-program.test.setup.ts';
import { RecordedSession } from './recorded-session.ts';
import { Replay } from './replay.ts';
import { SeededRandom } from './seeded-random.ts';

interface Recorded {
  readonly log: MemoryLog;
  readonly hash: number;
  readonly entries: number;
}

/** Records a random program on a random platform. */
async function record(seed: number, length: number): Promise<Recorded> {
  const platform = new RandomHost(seed);
  const log = new MemoryLog();
  const session = new RecordedSession({ sink: log, seed, chunkSize: 256, hashInterval: 50 });
  const { dispose, hash, press } = randomProgram(platform)(session);
  const random = new SeededRandom(~seed);
  for (let left = length; left > 0; left--) {
    const choice = random.next();
    if (choice < 0.5) platform.giveTurn();
    else if (choice < 0.75) platform.present();
    else if (choice < 0.85) press('ArrowLeft'.slice(0, left % 9));
    else if (choice < 0.87) expect(() => press('throw')).toThrow('does not fit');
    else if (choice < 0.89) platform.setVisible(choice < 0.88);
    if (random.next() < 0.7) await new Promise(setImmediate);
  }
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  session.end();
  const recorded = { log, hash: hash(), entries: session.entries };
  dispose();
  return recorded;
}

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

test('an invalid log, program or option is refused with the value', () => {
  const program = (): number => 1;
  expect(() => new Replay(Uint8Array.of(1, 2, 3), program)).toThrow(
    'must begin with DOHR and the version 1, got 1,2,3',
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
