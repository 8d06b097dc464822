import type { Connection, Meet } from './connection.ts';
import { countedTime } from './counted-time.ts';
import { every } from './every.ts';
import type { FlowOptions, Platform } from './flow.ts';
import type { ClockReport } from './host.ts';
import { keepBusy } from './keep-busy.ts';
import { keepFull } from './keep-full.ts';
import { oldestOf, type Outlet, outletOf, streamOutletOf } from './outlets/outlet.ts';
import {
  controlPriority,
  controlRate,
  layers,
  messageOf,
  pictureRate,
  priorityOf,
  usualRate,
  utilityOf,
} from './video/video.ts';

/** What the sender saw; times in ms. */
export interface SourceReport {
  /**
   * The age of the oldest bytes that were committed and not acknowledged, or the longest round trip in the last tenth of a second if that is more ("oldest
   * un-acked", thesis §4.4.1), every tenth of a second, by flow. Empty where nothing is acknowledged.
   */
  readonly oldest: readonly (readonly number[])[];
  readonly failovers: number;
  /** Ms of CPU in the time that counts; of a page, those of the whole browser. */
  readonly cpu: number;
  /** Of a page. */
  readonly clock?: ClockReport;
}

const sampleEvery = 100;

/** A video on its way. */
interface Track {
  readonly outlet: Outlet;
  /** Of the flow. */
  readonly video: number;
  readonly rate: number;
  readonly hasControl: boolean;
}

/** Plays videos by the connections that are made, until the process or the page is ended, and says what it saw of them. */
export async function runSource(
  options: FlowOptions,
  platform: Platform,
  meet: Meet<FlowOptions>,
): Promise<SourceReport> {
  const connections: Connection[] = [];
  const oldest: number[][] = [];
  await meet(options, platform, (connection) => {
    const samples: number[] = [];
    connections.push(connection);
    oldest.push(samples);
    if (options.isBulk === true) pour(connection, platform);
    else for (const track of tracksOf(connection, options)) play(track, options.threshold, platform);
    sample(connection, samples, 1000 * options.warmup);
  });
  if (options.busy !== undefined) keepBusy(options.busy);
  const cpu = await countedTime(options, platform);
  return { oldest, failovers: failoversOf(connections), cpu };
}

function tracksOf(connection: Connection, { streams, transport, videos }: FlowOptions): Track[] {
  const outlet = outletOf(connection, transport);
  if (streams === undefined) {
    const one = (video: number): Track => ({ outlet, video, rate: usualRate, hasControl: video === 0 });
    return Array.from({ length: videos }, (_, video) => one(video));
  }
  return streams.map((plan, video) => {
    const own = connection.kind === 'session' ? streamOutletOf(connection.session, plan) : outlet;
    return { outlet: own, video, rate: plan.rate, hasControl: true };
  });
}

/** Sends a video's layers and control messages. */
function play({ hasControl, outlet, rate, video }: Track, threshold: number, platform: Platform): void {
  every(1000 / pictureRate, (picture) => {
    const sentAt = platform.now();
    for (let layer = 0; layer < layers; layer++) {
      outlet({
        bytes: messageOf({ sentAt, video, layer, picture }, rate),
        priority: priorityOf(layer, picture),
        marginalUtility: utilityOf(layer),
        expiresIn: threshold,
      });
    }
  });
  if (hasControl) playControl(outlet, video, platform);
}

function playControl(outlet: Outlet, video: number, platform: Platform): void {
  every(1000 / controlRate, (picture) => {
    const bytes = messageOf({ sentAt: platform.now(), video, layer: undefined, picture });
    outlet({ bytes, priority: controlPriority });
  });
}

/** Bytes of a download that wait. */
const ahead = 2 ** 18;

/** Sends as much as goes, and control messages. */
function pour(connection: Connection, platform: Platform): void {
  const outlet = outletOf(connection, 'plain');
  keepFull(connection, ahead, () => {
    const bytes = messageOf({ sentAt: platform.now(), video: 0, layer: 0, picture: 0 });
    outlet({ bytes, priority: 0 });
  });
  playControl(outlet, 0, platform);
}

function sample(connection: Connection, samples: number[], after: number): void {
  if (connection.kind !== 'session') return;
  const { session } = connection;
  const began = performance.now();
  every(sampleEvery, () => {
    const age = oldestOf(session);
    if (age !== undefined && performance.now() - began > after) samples.push(age);
  });
}

function failoversOf(connections: readonly Connection[]): number {
  const ofEach = connections.map((one) => (one.kind === 'session' ? one.session.endpoint.failovers : 0));
  return ofEach.reduce((sum, count) => sum + count, 0);
}
