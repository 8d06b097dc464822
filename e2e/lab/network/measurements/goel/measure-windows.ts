import type { Findings, Row } from '../../../../tools/results/results.ts';
import { meanInterval } from '../../../../tools/statistics/mean-interval.ts';
import { mean, round } from '../../../../tools/statistics/statistics.ts';
import { besideCrossTraffic } from '../../endpoints/cross-traffic/beside-cross-traffic.ts';
import { type EndpointsPlan, type EndpointsReport, runEndpoints } from '../../endpoints/run-endpoints.ts';
import { type LinkPlan, prepareLab } from '../../link/prepare-lab.ts';
import type { Transport } from '../../programs/flow.ts';
import type { WindowSinkReport } from '../../programs/windows/window-sink.ts';
import type { WindowOptions, WindowSourceReport } from '../../programs/windows/window-source.ts';
import { inTurns } from '../in-turns.ts';
import type { LabMeasurement } from '../lab-measurement.ts';
import { shallowQueueOf } from './shallow-queue.ts';

export interface WindowsOptions extends LabMeasurement {
  readonly link: LinkPlan;
  /** Numbers of competing TCP connections in bulk transfer. */
  readonly competitors: readonly number[];
  /** Numbers of frames of a window. */
  readonly frames: readonly number[];
  readonly transports: readonly Transport[];
}

interface Case {
  readonly competitors: number;
  readonly frames: number;
  readonly transport: Transport;
}

type WindowReport = EndpointsReport<WindowSourceReport, WindowSinkReport>;

/** Frames per second of the video (Goel 2003, §4.7.2). */
const frameRate = 30;

/** Bits per second of the video: a typical rate of MPEG-1. */
const videoRate = 1.5e6;

/** Latency in ms from the capture of a window's first frame, for which the thesis has figures (§4.7.2). */
const tolerance = 500;

const endpoints: EndpointsPlan = {
  source: { in: 'node', side: 'left', name: 'servingWindowSource' },
  sink: { in: 'node', side: 'right', name: 'connectingWindowSink' },
  serving: 'source',
};

/** Sends a video in adaptation windows beside bulk transfers (Goel 2003, §4.7), and returns the share of lost and late windows, for `writeResults`. */
export async function measureWindows(options: WindowsOptions): Promise<Findings> {
  const { competitors, frames, lab, link, log, runs, seconds, transports, warmup } = options;
  const direction = await prepareLab(lab, link);
  const queue = shallowQueueOf(direction);
  await lab.set({ queue }, 'left');
  const cases = competitors.flatMap((count) =>
    frames.flatMap((ofWindow) =>
      transports.map((transport): Case => ({ competitors: count, frames: ofWindow, transport })),
    ),
  );
  const reports = await inTurns(cases, runs, (one, turn) => {
    log(`${nameOf(one)}, ${turn} of ${runs}`);
    const { transport } = one;
    const period = periodOf(one);
    const run = { transport, flows: 1, standbys: 0, period, rate: videoRate, seconds, warmup };
    const plan: Omit<WindowOptions, 'firstPort' | 'host' | 'port'> = run;
    return besideCrossTraffic(lab, { elephants: one.competitors }, direction.rate, () =>
      runEndpoints<WindowSourceReport, WindowSinkReport>(lab, endpoints, plan),
    );
  });
  await lab.set({ queue: direction.queue }, 'left');
  const samples: Record<string, readonly unknown[]> = {};
  for (const [one, all] of reports)
    samples[`${nameOf(one)}: by run, ms`] = all.map(({ sink }) =>
      sink.latencies.map((time) => time && round(time, 1)),
    );
  const rows = [...reports].map(([one, all]) => rowOf(one, all, seconds - warmup));
  const parameters = { ...link, queue, videoRate, seconds, warmup, runs };
  return { name: 'netlab-windows', parameters, rows, samples };
}

function nameOf({ competitors, frames, transport }: Case): string {
  return `${competitors} competitors, windows of ${frames} frames, ${transport}`;
}

/** Ms of video in a window. */
function periodOf({ frames }: Case): number {
  return (1000 * frames) / frameRate;
}

function rowOf(one: Case, all: readonly WindowReport[], seconds: number): Row {
  const period = periodOf(one);
  const lost = meanInterval(all.map(({ sink }) => 100 - shareWithin(sink, Infinity)));
  const within = (limit: number): number => round(mean(all.map(({ sink }) => shareWithin(sink, limit))), 1);
  return {
    competitors: one.competitors,
    'frames of a window': one.frames,
    transport: one.transport,
    'lost, %': round(lost.mean, 1),
    '±': round(lost.high - lost.mean, 1),
    // A window is in time if it arrives within two periods: one to send it, and one to receive it.
    'within two windows, %': within(2 * period),
    [`within ${tolerance} ms of the capture, %`]: within(tolerance - period),
    'goodput, Mbit/s': round((8 * mean(all.map(({ sink }) => sink.bytes))) / 1e6 / seconds, 2),
  };
}

/** The share of the windows whose most important message arrived within `limit` ms of the end of the capture, in percent. */
function shareWithin({ latencies }: WindowSinkReport, limit: number): number {
  const inTime = latencies.filter((time) => time !== null && time <= limit);
  return (100 * inTime.length) / latencies.length;
}
