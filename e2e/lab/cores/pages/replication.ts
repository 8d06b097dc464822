import { MultiProc } from '@doha/multiproc';
import { type Replica, type SharedPool, share } from '@doha/multiproc/shared';
import { numberOf, type Platform } from './platform.ts';
import type { Writer } from './replication.worker.ts';
import { thingSchema } from './thing-schema.ts';

/** How the main thread comes to know what a worker has computed; `nothing` is what a frame costs without that. */
export const ways = [
  'nothing',
  'replica, newest',
  'replica, between two',
  'array of objects',
  'typed array, cloned',
] as const;
export type Way = (typeof ways)[number];

/** What some seconds of a way came to. */
export interface Watched {
  readonly way: Way;
  /** How many things the main thread knew of at the end. */
  readonly things: number;
  /** Milliseconds of script in each frame: asking the replica, or reading what messages hold. */
  readonly script: readonly number[];
  /** Milliseconds for which the main thread worked, all in all. */
  readonly busy: number;
}

/** Milliseconds before now at which the replica is asked how things were. */
const past = 50;

/**
 * &things=10000   how many of them
 * &seconds=4      of each way and round
 * &warmup=1       seconds before that
 * &rounds=3       in which the ways take turns
 */
export async function replication(query: URLSearchParams, platform: Platform): Promise<Watched[]> {
  const watch = await Watch.begin(numberOf(query, 'things'), platform);
  const watched: Watched[] = [];
  for (let round = 0; round < numberOf(query, 'rounds'); round++) {
    for (const way of ways) {
      watched.push(await watch.look(way, numberOf(query, 'warmup'), numberOf(query, 'seconds')));
    }
  }
  watch.end();
  return watched;
}

/** The main thread of a page, to which a worker tells how things are. */
class Watch {
  #proc: SharedPool<Writer>;
  #platform: Platform;
  #port: MessagePort;
  #count: number;
  #replica: Replica<typeof thingSchema> | undefined;
  #spent = 0; // ms since the last frame
  #things = 0;

  private constructor(count: number, proc: SharedPool<Writer>, port: MessagePort, platform: Platform) {
    this.#count = count;
    this.#proc = proc;
    this.#port = port;
    this.#platform = platform;
    port.onmessage = (event) => this.#read(event);
  }

  static async begin(count: number, platform: Platform): Promise<Watch> {
    const proc = await share(
      MultiProc.start<Writer>({ workers: 1, spawn: () => platform.spawn('replication') }),
    );
    const { port1, port2 } = new MessageChannel();
    await proc.task('hold').submit([port2], { transfer: [port2] }).result;
    return new Watch(count, proc, port1, platform);
  }

  async look(way: Way, warmUp: number, seconds: number): Promise<Watched> {
    await this.#proc.worker(0).call('begin', [way, this.#count]);
    if (way.startsWith('replica'))
      this.#replica ??= await this.#proc.replica(`things ${this.#count}`, thingSchema);
    await this.#frames(way, warmUp);
    const before = await this.#platform.busyTime();
    const script = await this.#frames(way, seconds);
    const busy = (await this.#platform.busyTime()) - before;
    await this.#proc.worker(0).call('end', []);
    const things = way === 'nothing' ? 0 : this.#things;
    this.#things = 0;
    return { way, things, script, busy };
  }

  end(): void {
    this.#port.close();
    this.#proc.dispose();
  }

  async #frames(way: Way, seconds: number): Promise<number[]> {
    const script: number[] = [];
    for (const end = performance.now() + 1000 * seconds; performance.now() < end;) {
      await this.#platform.nextFrame();
      if (way.startsWith('replica')) this.#ask(way);
      script.push(this.#spent);
      this.#spent = 0;
    }
    return script;
  }

  #ask(way: Way): void {
    const replica = this.#replica!;
    const start = performance.now();
    replica.advance();
    if (way === 'replica, between two') this.#things = replica.at(this.#proc.now - past).count;
    else this.#things = replica.parts[0]?.count ?? 0;
    this.#spent += performance.now() - start;
  }

  // A browser reads a message when its data is first asked for.
  #read(event: MessageEvent): void {
    const start = performance.now();
    const data = event.data as Float32Array | readonly unknown[];
    this.#spent += performance.now() - start;
    this.#things = ArrayBuffer.isView(data) ? data.length / 3 : data.length;
    if (!ArrayBuffer.isView(data)) this.#port.postMessage('read');
  }
}
