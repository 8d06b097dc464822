import type { OpenConnections } from './connection.ts';
import { measureCpuTime } from './measure-cpu-time.ts';
import { type FlowOptions, type Platform, videosOf } from './flow.ts';
import { keepBusy } from './keep-busy.ts';
import { listen } from './listen.ts';
import { FrameLog } from './video/frame-log.ts';
import { headOf, layers, frameRate } from './video/video.ts';

/** Counts of the receiver for the measured time, which excludes the warm-up. Times are in ms. Videos are numbered across all flows. */
export interface SinkReport {
  /** Latency of each control message, by video. */
  readonly control: readonly (readonly number[])[];
  /** Bytes received in each slot, by video. */
  readonly slots: readonly (readonly number[])[];
  /** Bytes of control messages, and of layers received in time, in each slot. */
  readonly slotsInTime: readonly number[];
  /** Number of messages of all videos received in time, by layer. */
  readonly inTime: readonly number[];
  /** Number of messages of all videos received too late, by layer. */
  readonly late: readonly number[];
  /** Ms between frames. */
  readonly period: number;
  /**
   * Latency of each layer of each frame, by video. Null: it did not arrive. Frames of the last
   * `threshold` ms are missing, because they may still arrive in time.
   */
  readonly frames: readonly (readonly (readonly (number | null)[])[])[];
  /** Number of received messages. */
  readonly messages: number;
  /** Ms of CPU time of the receiver. */
  readonly cpu: number;
}

/** Receives on all connections. Resolves to the report after the measured time. */
export async function runSink(
  options: FlowOptions,
  platform: Platform,
  open: OpenConnections<FlowOptions>,
): Promise<SinkReport> {
  const counters = new SinkCounters(options);
  let flow = 0;
  await open(options, platform, (connection) => {
    const first = videosOf(options) * flow++;
    listen(connection, (bytes, receivedAt = platform.now()) => counters.count(bytes, first, receivedAt));
  });
  counters.begin(platform.now());
  if (options.sinkBusy !== undefined) keepBusy(options.sinkBusy);
  const cpu = await measureCpuTime(options, platform);
  return { ...counters.report(), cpu };
}

/** Counters of received messages. */
export class SinkCounters {
  #options: FlowOptions;
  #slot: number;
  #from = Infinity;
  #to = Infinity;
  #messages = 0;
  #control: number[][];
  #slots: number[][];
  #slotsInTime: number[];
  #inTime: number[] = Array.from({ length: layers }, () => 0);
  #late: number[] = Array.from({ length: layers }, () => 0);
  #logs: FrameLog[];

  constructor(options: FlowOptions) {
    const { flows, seconds, slot = 500, warmup } = options;
    this.#options = options;
    this.#slot = slot;
    const ofEach = <T>(make: () => T): T[] => Array.from({ length: flows * videosOf(options) }, make);
    const count = Math.round((1000 * (seconds - warmup)) / slot);
    this.#control = ofEach(() => []);
    const newSlots = (): number[] => Array.from({ length: count }, () => 0);
    this.#slots = ofEach(newSlots);
    this.#slotsInTime = newSlots();
    this.#logs = ofEach(() => new FrameLog());
  }

  /** Begins the warm-up, after which the measured time begins. Call it when all connections are open. */
  begin(now: number): void {
    this.#from = now + 1000 * this.#options.warmup;
    this.#to = now + 1000 * this.#options.seconds;
  }

  /** Counts a message. `firstVideo`: number of the first video of its flow. */
  count(bytes: Uint8Array, firstVideo: number, now: number): void {
    const { layer, frame, sentAt, video: ofFlow } = headOf(bytes);
    const video = firstVideo + ofFlow;
    const latency = now - sentAt;
    if (layer !== undefined) this.#logs[video]!.add({ frame, layer, latency }, sentAt);
    if (now < this.#from || now >= this.#to) return;
    this.#messages++;
    const slot = Math.min(this.#slotsInTime.length - 1, Math.floor((now - this.#from) / this.#slot));
    this.#slots[video]![slot]! += bytes.length;
    const isInTime = layer === undefined || latency <= this.#options.threshold;
    if (isInTime) this.#slotsInTime[slot]! += bytes.length;
    if (layer === undefined) this.#control[video]!.push(latency);
    else (isInTime ? this.#inTime : this.#late)[layer]!++;
  }

  report(): Omit<SinkReport, 'cpu'> {
    const judged = this.#to - this.#options.threshold; // later frames may still arrive in time
    return {
      control: this.#control,
      slots: this.#slots,
      slotsInTime: this.#slotsInTime,
      inTime: this.#inTime,
      late: this.#late,
      period: 1000 / frameRate,
      frames: this.#logs.map((log) => log.between(this.#from, judged)),
      messages: this.#messages,
    };
  }
}
