import { MultiProc } from '@doha/multiproc';
import { type Replica, type SharedPool, share } from '@doha/multiproc/shared';
import { numberOf, type Platform } from './platform.ts';
import type { Writer } from './replication.worker.ts';
import { thingSchema } from './thing-schema.ts';

/** Variants of the transfer of a worker's results to the main thread. `nothing` is the control. */
export const variants = [
  'nothing',
  'replica, newest',
  'replica, between two',
  'array of objects',
  'typed array, cloned',
] as const;
export type Variant = (typeof variants)[number];

/** The measurement of one variant in one round. */
export interface ReplicationRun {
  readonly variant: Variant;
  /** Number of things in the last state that the main thread received. */
  readonly things: number;
  /** Milliseconds of script in each frame: reading the replica, or the data of messages. */
  readonly script: readonly number[];
  /** Milliseconds of work of the main thread in all frames. */
  readonly busy: number;
}

/** The variant `replica, between two` reads the state of this many ms ago. */
const past = 50;

/**
 * &things=10000   number of things
 * &seconds=4      measured seconds per variant and round
 * &warmup=1       seconds before each measurement
 * &rounds=3       rounds, in which the variants alternate
 */
export async function replication(query: URLSearchParams, platform: Platform): Promise<ReplicationRun[]> {
  const receiver = await Receiver.start(numberOf(query, 'things'), platform);
  const runs: ReplicationRun[] = [];
  for (let round = 0; round < numberOf(query, 'rounds'); round++) {
    for (const variant of variants) {
      runs.push(await receiver.measure(variant, numberOf(query, 'warmup'), numberOf(query, 'seconds')));
    }
  }
  receiver.end();
  return runs;
}

/** The main thread, which receives the state of the things from a worker. */
class Receiver {
  #proc: SharedPool<Writer>;
  #platform: Platform;
  #port: MessagePort;
  #count: number;
  #replica: Replica<typeof thingSchema> | undefined;
  #scriptTime = 0; // ms of script since the last frame
  #things = 0;

  private constructor(count: number, proc: SharedPool<Writer>, port: MessagePort, platform: Platform) {
    this.#count = count;
    this.#proc = proc;
    this.#port = port;
    this.#platform = platform;
    port.onmessage = (event) => this.#readMessage(event);
  }

  static async start(count: number, platform: Platform): Promise<Receiver> {
    const proc = await share(
      MultiProc.start<Writer>({ workers: 1, spawn: () => platform.spawn('replication') }),
    );
    const { port1, port2 } = new MessageChannel();
    await proc.task('hold').submit([port2], { transfer: [port2] }).result;
    return new Receiver(count, proc, port1, platform);
  }

  async measure(variant: Variant, warmUp: number, seconds: number): Promise<ReplicationRun> {
    await this.#proc.worker(0).call('begin', [variant, this.#count]);
    if (variant.startsWith('replica'))
      this.#replica ??= await this.#proc.replica(`things ${this.#count}`, thingSchema);
    await this.#frames(variant, warmUp);
    const before = await this.#platform.busyTime();
    const script = await this.#frames(variant, seconds);
    const busy = (await this.#platform.busyTime()) - before;
    await this.#proc.worker(0).call('end', []);
    const things = variant === 'nothing' ? 0 : this.#things;
    this.#things = 0;
    return { variant, things, script, busy };
  }

  end(): void {
    this.#port.close();
    this.#proc.dispose();
  }

  async #frames(variant: Variant, seconds: number): Promise<number[]> {
    const script: number[] = [];
    for (const end = performance.now() + 1000 * seconds; performance.now() < end;) {
      await this.#platform.nextFrame();
      if (variant.startsWith('replica')) this.#readReplica(variant);
      script.push(this.#scriptTime);
      this.#scriptTime = 0;
    }
    return script;
  }

  #readReplica(variant: Variant): void {
    const replica = this.#replica!;
    const start = performance.now();
    replica.advance();
    if (variant === 'replica, between two') this.#things = replica.at(this.#proc.now - past).count;
    else this.#things = replica.parts[0]?.count ?? 0;
    this.#scriptTime += performance.now() - start;
  }

  // A browser deserializes a message at the first access to its data.
  #readMessage(event: MessageEvent): void {
    const start = performance.now();
    const data = event.data as Float32Array | readonly unknown[];
    this.#scriptTime += performance.now() - start;
    this.#things = ArrayBuffer.isView(data) ? data.length / 3 : data.length;
    if (!ArrayBuffer.isView(data)) this.#port.postMessage('read');
  }
}
