import { sendBulk } from './bulk/send-bulk.ts';
import type { Connection, OpenConnections } from './connection.ts';
import { measureCpuTime } from './measure-cpu-time.ts';
import { every } from './every.ts';
import type { FlowOptions, Platform } from './flow.ts';
import type { ClockReport } from './host.ts';
import { keepBusy } from './keep-busy.ts';
import { type Outlet, outletOf, samplePath, streamOutletOf } from './outlets/outlet.ts';
import { sendControl } from './video/send-control.ts';
import { layers, messageOf, frameRate, priorityOf, defaultRate, utilityOf } from './video/video.ts';

/** Report of the sender. Times are in ms. */
export interface SourceReport {
  /**
   * Samples by flow, one every 100 ms: the greater of the age of the oldest committed and unacknowledged bytes, and the longest round trip since the previous
   * sample ("oldest un-acked", thesis §4.4.1). Empty for a transport without acknowledgments.
   */
  readonly oldest: readonly (readonly number[])[];
  /** Round trips of acknowledged frames by flow, from the moment when a frame was committed. Empty for a transport without acknowledgments. */
  readonly roundTrips: readonly (readonly number[])[];
  readonly failovers: number;
  /** Ms of CPU time during the measured time. For a page, that of the whole browser. */
  readonly cpu: number;
  /** Only from a page. */
  readonly clock?: ClockReport;
}

const samplePeriod = 100; // ms

/** A video that is sent. */
interface Track {
  readonly outlet: Outlet;
  /** Number of the video within its flow. */
  readonly video: number;
  readonly rate: number;
  readonly hasControl: boolean;
}

/** Sends videos, or bulk data with `isBulk`, over all connections until the process or the page ends. Resolves after the measured time. */
export async function runSource(
  options: FlowOptions,
  platform: Platform,
  open: OpenConnections<FlowOptions>,
): Promise<SourceReport> {
  const connections: Connection[] = [];
  const samples: FlowSamples[] = [];
  await open(options, platform, (connection) => {
    const flow = connections.length;
    const ofFlow: FlowSamples = { oldest: [], roundTrips: [] };
    connections.push(connection);
    samples.push(ofFlow);
    if (options.isBulk === true) sendBulk(connection, flow, options, platform);
    else for (const track of tracksOf(connection, options)) sendVideo(track, options.threshold, platform);
    sample(connection, ofFlow, 1000 * options.warmup);
  });
  if (options.busy !== undefined) keepBusy(options.busy);
  const cpu = await measureCpuTime(options, platform);
  return {
    oldest: samples.map(({ oldest }) => oldest),
    roundTrips: samples.map(({ roundTrips }) => roundTrips),
    failovers: failoversOf(connections),
    cpu,
  };
}

function tracksOf(connection: Connection, { streams, transport, videos }: FlowOptions): Track[] {
  const outlet = outletOf(connection, transport);
  if (streams === undefined) {
    const one = (video: number): Track => ({ outlet, video, rate: defaultRate, hasControl: video === 0 });
    return Array.from({ length: videos }, (_, video) => one(video));
  }
  return streams.map((plan, video) => {
    const own = connection.kind === 'session' ? streamOutletOf(connection.session, plan) : outlet;
    return { outlet: own, video, rate: plan.rate, hasControl: true };
  });
}

/** Sends the layers of a video, and its control messages. */
function sendVideo({ hasControl, outlet, rate, video }: Track, threshold: number, platform: Platform): void {
  every(1000 / frameRate, (frame) => {
    const sentAt = platform.now();
    for (let layer = 0; layer < layers; layer++) {
      outlet({
        bytes: messageOf({ sentAt, video, layer, frame }, rate),
        priority: priorityOf(layer, frame),
        marginalUtility: utilityOf(layer),
        expiresIn: threshold,
      });
    }
  });
  if (hasControl) sendControl(outlet, video, platform);
}

/** Samples of a flow, see {@link SourceReport}. */
interface FlowSamples {
  readonly oldest: number[];
  readonly roundTrips: number[];
}

function sample(connection: Connection, samples: FlowSamples, after: number): void {
  if (connection.kind !== 'session') return;
  const { session } = connection;
  const began = performance.now();
  every(samplePeriod, () => {
    const taken = samplePath(session);
    if (taken === undefined || performance.now() - began <= after) return;
    samples.oldest.push(taken.oldest);
    samples.roundTrips.push(...taken.roundTrips);
  });
}

function failoversOf(connections: readonly Connection[]): number {
  const ofEach = connections.map((one) => (one.kind === 'session' ? one.session.endpoint.failovers : 0));
  return ofEach.reduce((sum, count) => sum + count, 0);
}
