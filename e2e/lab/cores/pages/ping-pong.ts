import { MultiProc, type RemoteTask } from '@doha/multiproc';
import { type SharedPool, share } from '@doha/multiproc/shared';
import type { Player } from './ping-pong.worker.ts';
import { numberOf, type Platform } from './platform.ts';
import { timeRoundTrips } from './time-round-trips.ts';

/** The variants of a round trip. */
export const variants = [
  'worker to worker, postMessage',
  'worker to worker, publish',
  'worker to worker, shared table that is waited for',
  'main thread to worker, postMessage',
  'main thread to worker, task',
] as const;
export type Variant = (typeof variants)[number];

/** The mean time of a round trip in one batch. */
export interface RoundTrips {
  readonly variant: Variant;
  readonly bytes: number;
  readonly milliseconds: number;
}

/**
 * &sizes=10,100    message sizes in bytes
 * &batch=100       round trips that are timed together, because the clock has steps of 0.1 ms without isolation
 * &rounds=9        measured rounds, in which the variants alternate, after one unmeasured round
 * &warmup=20       further unmeasured rounds with the first size, in which the engine compiles the code
 */
export async function pingPong(query: URLSearchParams, platform: Platform): Promise<RoundTrips[]> {
  const players = await Players.open(platform);
  const batch = numberOf(query, 'batch');
  const found: RoundTrips[] = [];
  let warmUp = numberOf(query, 'warmup');
  for (const bytes of (query.get('sizes') ?? '').split(',').map(Number)) {
    if (platform.sharesMemory) await players.openTables(bytes);
    const contest = players.contest(bytes, batch, platform.sharesMemory);
    for (let round = -warmUp; round <= numberOf(query, 'rounds'); round++) {
      for (const variant of variants) {
        const milliseconds = await contest[variant]?.();
        if (round > 0 && milliseconds !== undefined) found.push({ variant, bytes, milliseconds });
      }
    }
    warmUp = 0;
  }
  players.close();
  return found;
}

/** A pool of two workers that exchange messages with each other, and a pool of one worker that exchanges messages with the main thread. */
class Players {
  #proc: SharedPool<Player>;
  #alone: SharedPool<Player>;
  #port: MessagePort;

  private constructor(proc: SharedPool<Player>, alone: SharedPool<Player>, port: MessagePort) {
    this.#proc = proc;
    this.#alone = alone;
    this.#port = port;
  }

  static async open({ spawn }: Platform): Promise<Players> {
    // With a window of one task, two tasks that are submitted together run in different workers.
    const options = { window: 1, spawn: () => spawn('ping-pong') };
    const proc = await share(MultiProc.start<Player>({ ...options, workers: 2 }));
    const alone = await share(MultiProc.start<Player>({ ...options, workers: 1 }));
    const { port1: one, port2: two } = new MessageChannel();
    const { port1: here, port2: there } = new MessageChannel();
    await Promise.all([hold(proc, one), hold(proc, two), hold(alone, there)]);
    for (const worker of [0, 1])
      if (!(await proc.worker(worker).call('holds', [])))
        throw new Error('Start the players: each worker must have a port');
    await proc.worker(1).call('echo', []);
    await alone.worker(0).call('echo', []);
    return new Players(proc, alone, here);
  }

  async openTables(bytes: number): Promise<void> {
    const names = [`ping ${bytes}`, `pong ${bytes}`] as const;
    await Promise.all([
      this.#proc.worker(0).call('openTables', [names[0], names[1], bytes]),
      this.#proc.worker(1).call('openTables', [names[1], names[0], bytes]),
    ]);
    for (const worker of [0, 1]) while (!(await this.#proc.worker(worker).call('seesOther', [])));
  }

  contest(bytes: number, batch: number, hasTables: boolean): Partial<Record<Variant, () => Promise<number>>> {
    const [one, two] = [this.#proc.worker(0), this.#proc.worker(1)];
    const back = this.#alone.task('back');
    return {
      'worker to worker, postMessage': () => one.call('byPort', [bytes, batch]),
      'worker to worker, publish': () => one.call('byTopic', [bytes, batch]),
      ...(hasTables && {
        'worker to worker, shared table that is waited for': async () => {
          const [time] = await Promise.all([one.call('byTable', [batch]), two.call('echoTable', [batch])]);
          return time;
        },
      }),
      'main thread to worker, task': () =>
        timeRoundTrips(batch, bytes, (payload) => resultOf(back.submit([payload]))),
      'main thread to worker, postMessage': () =>
        timeRoundTrips(batch, bytes, (payload) => this.#answerTo(payload)),
    };
  }

  close(): void {
    this.#port.close();
    this.#proc.dispose();
    this.#alone.dispose();
  }

  #answerTo(payload: Uint8Array): Promise<Uint8Array> {
    return new Promise((resolve) => {
      this.#port.onmessage = ({ data }: MessageEvent<Uint8Array>) => resolve(data);
      this.#port.postMessage(payload);
    });
  }
}

async function hold(proc: SharedPool<Player>, port: MessagePort): Promise<void> {
  await proc.task('hold').submit([port], { transfer: [port] }).result;
}

async function resultOf(task: RemoteTask<Uint8Array>): Promise<Uint8Array> {
  const outcome = await task.result;
  if (outcome.status !== 'done')
    throw new Error(`Return bytes from a task: its status must be done, got ${outcome.status}`);
  return outcome.value;
}
