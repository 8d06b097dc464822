import { expect } from 'vitest';
import { MemoryLog } from '../log/log-sink.ts';
import { RandomHost } from './random-host.test.setup.ts';
import { randomProgram } from './random-program.test.setup.ts';
import { RecordedSession } from './recorded-session.ts';
import { SeededRandom } from './seeded-random.ts';

/** A session of a random program. */
export interface Recorded {
  readonly log: MemoryLog;
  readonly hash: number;
  readonly entries: number;
}

/** Records a random program on a random platform. */
export async function record(seed: number, length: number): Promise<Recorded> {
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
