import type { Transport } from '../pages/netlab/flow.ts';
import type { Findings, Row } from '../results.ts';
import { mean, quantile, round } from '../statistics.ts';
import { checkLab } from './check-lab.ts';
import { costColumns } from './cost-columns.ts';
import type { Lab } from './lab.ts';
import { type FlowsReport, runFlows } from './run-flows.ts';

export interface FlowsOptions {
  readonly lab: Lab;
  /** Mbit/s, and ms there and back; the queue is two bandwidth-delay products. */
  readonly rate: number;
  readonly roundTrip: number;
  readonly congestionControl: 'reno' | 'cubic' | 'bbr';
  readonly flows: readonly number[];
  readonly transports: readonly Transport[];
  readonly standbys: number;
  /** Of each run, and of these at the beginning do not count. */
  readonly seconds: number;
  readonly warmup: number;
  /** Each is run so often, in turns. */
  readonly goes: number;
  readonly tell: (text: string) => void;
}

/** Ms after which a layer of a video is of no use (thesis §4.4.2). */
const threshold = 200;

/** Lets videos compete for a bottleneck, by each transport in turn, and returns what became of latency and share, ready to be written. */
export async function measureFlows(options: FlowsOptions): Promise<Findings> {
  const {
    congestionControl,
    flows,
    goes,
    lab,
    rate,
    roundTrip,
    seconds,
    standbys,
    tell,
    transports,
    warmup,
  } = options;
  const way = {
    rate: rate * 1e6,
    delay: roundTrip / 2,
    queue: Math.round((2 * rate * 1e6 * roundTrip) / 8000),
  };
  const { faults } = await checkLab(lab, way);
  if (faults.length > 0) throw new Error(`measureFlows: the lab is not fit: ${faults.join('; ')}`);
  for (const side of ['left', 'right'] as const) lab.congestionControl(side, congestionControl);

  const rows: Row[] = [];
  const samples: Record<string, readonly unknown[]> = {};
  for (const count of flows) {
    const reports = new Map<Transport, FlowsReport[]>(transports.map((transport) => [transport, []]));
    for (let go = 0; go < goes; go++) {
      for (const transport of transports) {
        tell(`${count} flows, ${transport}, ${go + 1} of ${goes}`);
        const run = { transport, flows: count, videos: 1, seconds, warmup, threshold, standbys, link: way };
        reports.get(transport)!.push(await runFlows(lab, run));
      }
    }
    for (const [transport, all] of reports) {
      rows.push({
        ...rowOf({ transport, flows: count, path: roundTrip }, all, seconds - warmup),
        ...costColumns(all, way.rate),
      });
      samples[`${transport}, ${count} flows: control, ms`] = all.flatMap(({ sink }) =>
        sink.control.flat().map((time) => round(time, 1)),
      );
    }
  }
  const parameters = {
    rate,
    roundTrip,
    queue: way.queue,
    congestionControl,
    standbys,
    seconds,
    warmup,
    goes,
    threshold,
  };
  return { name: 'netlab-flows', parameters, rows, samples };
}

function rowOf(
  {
    flows,
    path,
    transport,
  }: { readonly flows: number; readonly path: number; readonly transport: Transport },
  reports: readonly FlowsReport[],
  seconds: number,
): Row {
  const control = reports.flatMap(({ sink }) => sink.control.flat());
  const oldest = reports.flatMap(({ source }) => source.oldest.flat()).map((time) => time / path);
  const bytes = reports.map(({ sink }) => sum(sink.slots.flat()));
  const pictures = reports.map(({ sink }) => sink.inTime[0]! / flows / seconds);
  const layers = reports.map(({ sink }) => sum(sink.inTime) / Math.max(1, sink.inTime[0]!));
  const ofOldest = (p: number): number | null => (oldest.length > 0 ? round(quantile(oldest, p), 1) : null);
  return {
    flows,
    transport,
    'control median, ms': round(quantile(control, 0.5), 1),
    'control p99.9, ms': round(quantile(control, 0.999), 1),
    'control worst, ms': round(Math.max(...control), 1),
    'oldest un-acked median, × round trip': ofOldest(0.5),
    'p99.9': ofOldest(0.999),
    'goodput, Mbit/s': round(mean(bytes.map((one) => (8 * one) / 1e6 / seconds)), 2),
    Jain: round(mean(reports.flatMap(({ sink }) => jainOf(sink.slots))), 3),
    'pictures in time /s': round(mean(pictures), 1),
    'layers each': round(mean(layers), 2),
    failovers: sum(reports.map(({ source }) => source.failovers)),
  };
}

/** Jain's index of fairness in each slot: 1, all have had as much; 1 / n, one has had all. */
export function jainOf(slots: readonly (readonly number[])[]): number[] {
  return slots[0]!.map((_, i) => {
    const shares = slots.map((flow) => flow[i]!);
    const squares = sum(shares.map((share) => share * share));
    return squares === 0 ? 1 : sum(shares) ** 2 / (shares.length * squares);
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
