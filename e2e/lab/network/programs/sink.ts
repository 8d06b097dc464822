import type { Meet } from './connection.ts';
import { countedTime } from './counted-time.ts';
import { type FlowOptions, type Platform, videosOf } from './flow.ts';
import { listen } from './listen.ts';
import { PictureLog } from './video/picture-log.ts';
import { headOf, layers, pictureRate } from './video/video.ts';

/** What came of the flows in the time that counts; times in ms. Videos are counted through all flows. */
export interface SinkReport {
  /** How long each control message took, by video. */
  readonly control: readonly (readonly number[])[];
  /** Bytes that came in each slot, by video. */
  readonly slots: readonly (readonly number[])[];
  /** Messages of each layer that came in time, and that came too late, of all videos. */
  readonly inTime: readonly number[];
  readonly late: readonly number[];
  /** Ms from one picture to the next. */
  readonly period: number;
  /** How long each layer took of each picture that can be judged, by video; null: it has not come. */
  readonly pictures: readonly (readonly (readonly (number | null)[])[])[];
  /** Messages that came, and the ms of CPU that this end used. */
  readonly messages: number;
  readonly cpu: number;
}

/** Listens to the connections that are made, and says what came. */
export async function runSink(
  options: FlowOptions,
  platform: Platform,
  meet: Meet<FlowOptions>,
): Promise<SinkReport> {
  const tally = new Tally(options);
  let flow = 0;
  await meet(options, platform, (connection) => {
    const first = videosOf(options) * flow++;
    listen(connection, (bytes) => tally.take(bytes, first, platform.now()));
  });
  tally.begin(platform.now());
  const cpu = await countedTime(options, platform);
  return { ...tally.report(), cpu };
}

/** What of the messages is counted. */
export class Tally {
  #options: FlowOptions;
  #slot: number;
  #from = Infinity;
  #to = Infinity;
  #messages = 0;
  #control: number[][];
  #slots: number[][];
  #inTime: number[] = Array.from({ length: layers }, () => 0);
  #late: number[] = Array.from({ length: layers }, () => 0);
  #logs: PictureLog[];

  constructor(options: FlowOptions) {
    const { flows, seconds, slot = 500, warmup } = options;
    this.#options = options;
    this.#slot = slot;
    const ofEach = <T>(make: () => T): T[] => Array.from({ length: flows * videosOf(options) }, make);
    const count = Math.round((1000 * (seconds - warmup)) / slot);
    this.#control = ofEach(() => []);
    this.#slots = ofEach(() => Array.from({ length: count }, () => 0));
    this.#logs = ofEach(() => new PictureLog());
  }

  /** All connections are there: the time that counts begins after the warm-up. */
  begin(now: number): void {
    this.#from = now + 1000 * this.#options.warmup;
    this.#to = now + 1000 * this.#options.seconds;
  }

  /** A message has come of a flow whose first video is this one. */
  take(bytes: Uint8Array, firstVideo: number, now: number): void {
    const { layer, picture, sentAt, video: ofFlow } = headOf(bytes);
    const video = firstVideo + ofFlow;
    const took = now - sentAt;
    if (layer !== undefined) this.#logs[video]!.note({ picture, layer, took }, sentAt);
    if (now < this.#from || now >= this.#to) return;
    this.#messages++;
    const slots = this.#slots[video]!;
    slots[Math.min(slots.length - 1, Math.floor((now - this.#from) / this.#slot))]! += bytes.length;
    if (layer === undefined) this.#control[video]!.push(took);
    else (took <= this.#options.threshold ? this.#inTime : this.#late)[layer]!++;
  }

  report(): Omit<SinkReport, 'cpu'> {
    const judged = this.#to - this.#options.threshold; // what was sent later may still be on its way, in time
    return {
      control: this.#control,
      slots: this.#slots,
      inTime: this.#inTime,
      late: this.#late,
      period: 1000 / pictureRate,
      pictures: this.#logs.map((log) => log.between(this.#from, judged)),
      messages: this.#messages,
    };
  }
}
