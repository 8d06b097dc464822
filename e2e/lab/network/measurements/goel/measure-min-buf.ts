import type { Findings, Row } from '../../../../tools/results/results.ts';
import { meanInterval } from '../../../../tools/statistics/mean-interval.ts';
import { mean, quantile, round } from '../../../../tools/statistics/statistics.ts';
import { besideCrossTraffic } from '../../endpoints/cross-traffic/beside-cross-traffic.ts';
import { type FlowsReport, goodputOf, runFlows } from '../../endpoints/run-flows.ts';
import type { Lab } from '../../link/lab.ts';
import { type LinkPlan, prepareLab } from '../../link/prepare-lab.ts';
import type { Transport } from '../../programs/flow.ts';
import { costColumns } from '../cost-columns.ts';
import type { NamedTraffic } from '../cross-traffics.ts';
import { inTurns } from '../in-turns.ts';
import type { LabMeasurement } from '../lab-measurement.ts';
import { shallowQueueOf } from './shallow-queue.ts';

/** A link with the kinds of cross traffic that are measured on it, in a lab of its own. */
export interface TrafficLink {
  readonly lab: Lab;
  readonly link: LinkPlan;
  readonly traffics: readonly NamedTraffic[];
}

export interface MinBufOptions extends Omit<LabMeasurement, 'lab'> {
  /** These are measured at the same time. */
  readonly links: readonly TrafficLink[];
  /** Transports to compare with `none`, which is TCP without a limit to its buffer. */
  readonly transports: readonly Transport[];
}

interface Case extends NamedTraffic {
  readonly transport: Transport;
}

/** Limits for the latency of frames in ms: for interaction, and for stream control (Goel 2003, §4.5.1). */
const thresholds = [160, 500];

/** Sends a stream by TCP and by MIN_BUF beside cross traffic (Goel 2003, §4.6), and returns its latency and its throughput, for `writeResults`. */
export async function measureMinBuf(options: MinBufOptions): Promise<Findings> {
  const { links, runs, seconds, warmup } = options;
  const rows: Row[] = [];
  const samples: Record<string, readonly unknown[]> = {};
  const measured = await Promise.all(links.map((one) => runOn(one, options)));
  for (const [i, { link }] of links.entries()) {
    const linkName = `${link.rate} Mbit/s, ${link.roundTrip} ms`;
    for (const [{ name, transport }, all, ofNone] of measured[i]!) {
      const at = { link: linkName, 'cross traffic': name, transport };
      rows.push({ ...at, ...columnsOf(all, ofNone, link, seconds - warmup) });
      const caseName = Object.values(at).join(', ');
      const roundedOf = (times: readonly number[]): number[] => times.map((time) => round(time, 1));
      samples[`${caseName}: committed by run, ms`] = all.map((report) =>
        roundedOf(committedOf(report, link)),
      );
      samples[`${caseName}: control by run, ms`] = all.map((report) => roundedOf(controlOf(report)));
      samples[`${caseName}: goodput, Mbit/s`] = all.map((report) =>
        round(goodputOf([report], seconds - warmup), 3),
      );
    }
  }
  const plans = links.map(({ link, traffics }) => Object.assign({ traffics }, link));
  const parameters = { links: plans, seconds, warmup, runs };
  return { name: 'netlab-min-buf', parameters, rows, samples };
}

/** A case, its reports, and those of `none` beside the same traffic. */
type Compared = readonly [Case, readonly FlowsReport[], readonly FlowsReport[]];

async function runOn(
  { lab, link, traffics }: TrafficLink,
  { log, runs, seconds, transports, warmup }: MinBufOptions,
): Promise<Compared[]> {
  const direction = await prepareLab(lab, link);
  await lab.set({ queue: shallowQueueOf(direction) }, 'left');
  const cases = traffics.flatMap((traffic) =>
    (['none', ...transports] as const).map((transport): Case => Object.assign({ transport }, traffic)),
  );
  const run = { flows: 1, videos: 1, isBulk: true, standbys: 0, threshold: 1000, seconds, warmup };
  const reports = await inTurns(cases, runs, ({ name, traffic, transport }, turn) => {
    log(`${link.rate} Mbit/s, ${link.roundTrip} ms, ${name}, ${transport}, ${turn} of ${runs}`);
    return besideCrossTraffic(lab, traffic, direction.rate, () => runFlows(lab, { ...run, transport }));
  });
  await lab.set({ queue: direction.queue }, 'left');
  return [...reports].map(([one, all]) => {
    const none = cases.find(({ name, transport }) => name === one.name && transport === 'none')!;
    return [one, all, reports.get(none)!];
  });
}

/** `seconds`: the measured time of each run. */
function columnsOf(
  all: readonly FlowsReport[],
  none: readonly FlowsReport[],
  link: LinkPlan,
  seconds: number,
): Row {
  const committed = all.flatMap((report) => committedOf(report, link));
  const control = all.flatMap(controlOf);
  const goodputOfNone = goodputOf(none, seconds);
  const relative = meanInterval(all.map((report) => goodputOf([report], seconds) / goodputOfNone));
  const cost = costColumns(all, 1e6 * link.rate);
  const within = (limit: number): number =>
    round((100 * committed.filter((time) => time <= limit).length) / committed.length, 1);
  return {
    ...Object.fromEntries(thresholds.map((limit) => [`within ${limit} ms, %`, within(limit)])),
    'mean, ms': round(mean(committed), 1),
    'throughput, × none': round(relative.mean, 2),
    '±': round(relative.high - relative.mean, 2),
    'goodput, Mbit/s': round(goodputOf(all, seconds), 2),
    'control mean, ms': round(mean(control), 1),
    'control p99, ms': round(quantile(control, 0.99), 1),
    'link used, %': cost['link used, %']!,
    'link late at most, ms': cost['link late at most, ms']!,
  };
}

/**
 * The latency of acknowledged frames in ms, from the moment when the sender committed a frame until the receiver read it. This is the protocol latency of
 * the thesis. Acknowledgments return on an idle link, so their latency is that of the path.
 */
function committedOf({ source }: FlowsReport, { roundTrip }: LinkPlan): number[] {
  return source.roundTrips.flat().map((time) => time - roundTrip / 2);
}

function controlOf({ sink }: FlowsReport): readonly number[] {
  return sink.control.flat();
}
