import type { Findings, Row } from '../../../tools/results/results.ts';
import { mean, quantile, round, sum } from '../../../tools/statistics/statistics.ts';
import {
  bytesOf,
  type FlowsReport,
  goodputInTimeOf,
  goodputOf,
  runFlows,
  type Sender,
} from '../endpoints/run-flows.ts';
import type { Lab, LinkDirection } from '../link/lab.ts';
import { type LinkPlan, prepareLab } from '../link/prepare-lab.ts';
import type { Transport } from '../programs/flow.ts';
import { costColumns } from './cost-columns.ts';
import { intervalColumns, type RunFigures, runFigures } from './flow-intervals.ts';
import { inTurns } from './in-turns.ts';
import { jainOf } from './jain.ts';
import type { LabMeasurement } from './lab-measurement.ts';

/** Competing videos with control messages. Each has its own connection or session. */
export interface FlowsCase {
  readonly transport: Transport;
  readonly flows: number;
  /** Number of standbys of each session. Default: 0. */
  readonly standbys?: number;
  /** Number of additional videos over plain WebSockets. */
  readonly besidePlain?: number;
  /** Probability that a packet to the receivers is lost. */
  readonly loss?: number;
  /** Mean number of consecutive losses. Default: independent losses. */
  readonly lostInARow?: number;
  /** The platform of the senders. Default: Node servers. */
  readonly sender?: Sender;
}

export interface FlowsOptions extends LabMeasurement {
  /** Name of the results. */
  readonly name: string;
  readonly links: readonly LinkPlan[];
  readonly cases: readonly FlowsCase[];
  /**
   * Rate of a video, as a fraction of the rate of the link. Default: 1 / 4, which is 4 of 16 Mbit/s
   * (thesis §4.4.2). Eight videos then need twice the rate of the link.
   */
  readonly partOfLink?: number;
}

/** The reports of one run. `ours`: the videos of the case. `plain`: the videos beside them. */
interface Competition {
  readonly ours: FlowsReport;
  readonly plain: FlowsReport | undefined;
}

/** Round trips after which a layer expires: 200 ms at a round trip of 30 ms. */
const usefulFor = 20 / 3;

/** Sends competing videos through a bottleneck, in turn for each case, and returns latency, goodput and fairness, for `writeResults`. */
export async function measureFlows(options: FlowsOptions): Promise<Findings> {
  const { cases, runs, lab, links, name, partOfLink = 1 / 4, seconds, log, warmup } = options;
  const rows: Row[] = [];
  const samples: Record<string, readonly unknown[]> = {};
  for (const link of links) {
    const direction = await prepareLab(lab, link);
    const reports = await inTurns(cases, runs, async (one, turn) => {
      log(`${nameOf(link)}, ${nameOfCase(one)}, ${turn} of ${runs}`);
      await lab.lose('left', one.loss ?? 0, turn, one.lostInARow);
      return compete(lab, one, { link, partOfLink, direction, seconds, warmup });
    });
    await lab.lose('left', 0, 1);
    const counted = seconds - warmup;
    const figures = new Map<FlowsCase, readonly RunFigures[]>();
    for (const [one, all] of reports)
      figures.set(
        one,
        all.map(({ ours }) => runFigures(ours, { counted, roundTrip: link.roundTrip })),
      );
    for (const [one, all] of reports) {
      const none = cases.find((other) => other !== one && other.transport === 'none' && areAlike(one, other));
      rows.push({
        link: nameOf(link),
        ...rowOf(one, all, { ...link, counted, direction }),
        ...intervalColumns(figures.get(one)!, none && figures.get(none)),
      });
      samples[`${nameOf(link)}, ${nameOfCase(one)}: control, ms`] = all.flatMap(({ ours }) =>
        ours.sink.control.flat().map((time) => round(time, 1)),
      );
    }
  }
  return { name, parameters: { seconds, warmup, runs }, rows, samples };
}

function nameOf({ congestionControl, rate, roundTrip }: LinkPlan): string {
  return `${rate} Mbit/s, ${roundTrip} ms, ${congestionControl}`;
}

function nameOfCase(one: FlowsCase): string {
  const { besidePlain = 0, flows, loss = 0, lostInARow = 1, sender = 'node', standbys = 0, transport } = one;
  const losses = `${100 * loss} % lost${lostInARow > 1 ? ` by ${lostInARow}` : ''}`;
  return `${flows} × ${transport} of ${sender}, ${standbys} standbys, beside ${besidePlain} plain, ${losses}`;
}

/** Whether two cases differ only in transport and standbys. */
function areAlike(one: FlowsCase, other: FlowsCase): boolean {
  const names = ['flows', 'besidePlain', 'loss', 'lostInARow', 'sender'] as const;
  return names.every((name) => one[name] === other[name]);
}

interface RunPlan {
  readonly link: LinkPlan;
  readonly partOfLink: number;
  readonly direction: LinkDirection;
  readonly seconds: number;
  readonly warmup: number;
}

async function compete(lab: Lab, one: FlowsCase, plan: RunPlan): Promise<Competition> {
  const { besidePlain = 0, flows, sender, standbys = 0, transport } = one;
  const { link, partOfLink, seconds, warmup, direction } = plan;
  const streams = [{ rate: link.rate * 1e6 * partOfLink }];
  const threshold = link.roundTrip * usefulFor;
  const alike = { videos: 1, streams, seconds, warmup, threshold, link: direction };
  const [ours, plain] = await Promise.all([
    runFlows(lab, { ...alike, transport, flows, standbys }, undefined, sender),
    besidePlain > 0
      ? runFlows(lab, { ...alike, transport: 'plain', flows: besidePlain, standbys: 0 })
      : undefined,
  ]);
  return { ours, plain };
}

interface RowPlan {
  readonly counted: number;
  readonly roundTrip: number;
  readonly direction: LinkDirection;
}

function rowOf(one: FlowsCase, all: readonly Competition[], { counted, roundTrip, direction }: RowPlan): Row {
  const { besidePlain = 0, flows, loss = 0, lostInARow = 1, standbys = 0, transport } = one;
  const ours = all.map((each) => each.ours);
  const control = ours.flatMap(({ sink }) => sink.control.flat());
  const oldest = ours.flatMap(({ source }) => source.oldest.flat()).map((time) => time / roundTrip);
  const ofOldest = (p: number): number | null => (oldest.length > 0 ? round(quantile(oldest, p), 1) : null);
  const slots = all.map((each) => [...each.ours.sink.slots, ...(each.plain?.sink.slots ?? [])]);
  const failovers = sum(ours.map(({ source }) => source.failovers));
  return {
    flows,
    transport,
    standbys,
    ...(besidePlain > 0 && { 'beside plain': besidePlain, '× a fair share': round(shareOf(all), 2) }),
    ...(loss > 0 && { 'loss, %': 100 * loss, 'lost in a row': lostInARow }),
    'control median, ms': round(quantile(control, 0.5), 1),
    'control p99.9, ms': round(quantile(control, 0.999), 1),
    'control worst, ms': round(quantile(control, 1), 1),
    'oldest un-acked median, × round trip': ofOldest(0.5),
    'p99.9': ofOldest(0.999),
    worst: ofOldest(1),
    'goodput, Mbit/s': round(goodputOf(ours, counted), 2),
    'goodput in time, Mbit/s': round(goodputInTimeOf(ours, counted), 2),
    Jain: round(mean(slots.flatMap(jainOf)), 3),
    'frames in time /s': round(mean(ours.map(({ sink }) => sink.inTime[0]! / flows / counted)), 1),
    'layers each': round(mean(ours.map(({ sink }) => sum(sink.inTime) / Math.max(1, sink.inTime[0]!))), 2),
    'failovers per hour of a session': round((3600 * failovers) / (flows * counted * all.length), 0),
    ...costColumns(ours, direction.rate),
  };
}

/** The mean goodput of a flow of the case, divided by an equal share. */
function shareOf(all: readonly Competition[]): number {
  const ours = sum(all.map((each) => bytesOf(each.ours)));
  const plain = sum(all.map((each) => (each.plain === undefined ? 0 : bytesOf(each.plain))));
  const { ours: first, plain: other } = all[0]!;
  const flows = first.sink.slots.length;
  return ours / (ours + plain) / (flows / (flows + other!.sink.slots.length));
}
