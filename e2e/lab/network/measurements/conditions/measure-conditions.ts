import type { Findings, Row } from '../../../tools/results/results.ts';
import { round } from '../../../tools/statistics/statistics.ts';
import { createCertificate } from '../endpoints/certificate.ts';
import { besideCrossTraffic } from '../endpoints/cross-traffic/beside-cross-traffic.ts';
import { startBulk } from '../endpoints/run-bulk.ts';
import { type FlowsReport, type FlowsRun, runFlows } from '../endpoints/run-flows.ts';
import type { Lab } from '../link/lab.ts';
import { type LinkPlan, prepareLab } from '../link/prepare-lab.ts';
import type { Certificate, Transport } from '../programs/flow.ts';
import { type ConditionFigures, conditionRow, figuresOf } from './condition-rows.ts';
import type { Condition } from './conditions.ts';
import { inTurns } from './in-turns.ts';
import type { LabMeasurement } from './lab-measurement.ts';
import { setCondition } from './set-condition.ts';

export interface ConditionsOptions extends LabMeasurement {
  /** Name of the results. Default: `netlab-conditions`. */
  readonly name?: string;
  readonly link: LinkPlan;
  readonly conditions: readonly Condition[];
  /** Transports to compare with `none`. */
  readonly transports: readonly Transport[];
}

interface Case {
  readonly condition: Condition;
  readonly transport: Transport;
  readonly standbys: number;
}

/** Ms for which a link has each of its rates. */
const ratePeriod = 2000;

/**
 * Runs a session in each condition. The session sends bulk data and control messages. The results are its goodput and its latency, and the ratios of both
 * to the figures of the transport `none`. In each turn, all transports of a condition run one after another with the same seed.
 */
export async function measureConditions(options: ConditionsOptions): Promise<Findings> {
  const {
    conditions,
    lab,
    link,
    name = 'netlab-conditions',
    runs,
    seconds,
    log,
    transports,
    warmup,
  } = options;
  const base = await prepareLab(lab, link);
  const certificate = conditions.some((one) => one.isEncrypted) ? createCertificate() : undefined;
  const cases = conditions.flatMap((condition) => casesOf(condition, transports));
  const reports = await inTurns(cases, runs, async (one, turn) => {
    const { condition } = one;
    log(`${nameOf(one)}, ${turn} of ${runs}`);
    await setCondition(lab, base, condition, turn);
    const tls = condition.isEncrypted === true ? certificate : undefined;
    const run = runOf(one, { seconds, warmup, tls });
    return besideCrossTraffic(lab, condition.crossTraffic ?? {}, base.rate, () => runIn(lab, condition, run));
  });
  await setCondition(lab, base, { name: 'base' }, 1);
  const rows: Row[] = [];
  const samples: Record<string, readonly unknown[]> = {};
  const figures = new Map(
    [...reports].map(([one, all]) => [one, all.map((report) => figuresOf(report, seconds - warmup))]),
  );
  for (const [one, all] of reports) {
    const runsOf = (transport: Transport): readonly ConditionFigures[] => {
      const found = cases.find(
        (other) => other.condition === one.condition && other.transport === transport && other.standbys === 0,
      );
      return figures.get(found!)!;
    };
    const controls = {
      none: runsOf('none'),
      ...(one.standbys > 0 && { withoutStandby: runsOf(one.transport) }),
    };
    rows.push(conditionRow({ ...one, runs: figures.get(one)! }, controls));
    const caseName = nameOf(one);
    samples[`${caseName}: goodput, Mbit/s`] = figures.get(one)!.map(({ goodput }) => round(goodput, 3));
    samples[`${caseName}: control by run, ms`] = all.map(({ sink }) =>
      sink.control.flat().map((time) => round(time, 1)),
    );
  }
  const parameters = { ...link, queue: base.queue, seconds, warmup, runs, ratePeriod, conditions };
  return { name, parameters, rows, samples };
}

function casesOf(condition: Condition, transports: readonly Transport[]): Case[] {
  const plain: readonly Transport[] = condition.hasPlain === true ? ['plain'] : [];
  const all = [...plain, 'none' as const, ...transports];
  const withStandby = condition.hasStandby === true ? transports : [];
  return [
    ...all.map((transport) => ({ condition, transport, standbys: 0 })),
    ...withStandby.map((transport) => ({ condition, transport, standbys: 1 })),
  ];
}

function nameOf({ condition, standbys, transport }: Case): string {
  return `${condition.name}, ${transport}${standbys > 0 ? ' with a standby' : ''}`;
}

interface RunPlan extends Pick<FlowsRun, 'seconds' | 'warmup'> {
  readonly tls: Certificate | undefined;
}

function runOf({ condition: { proxy }, standbys, transport }: Case, { tls, ...time }: RunPlan): FlowsRun {
  const alike = { flows: 1, videos: 1, isBulk: true, standbys, threshold: 1000 };
  return { ...alike, ...time, transport, ...(proxy && { proxy }), ...(tls && { tls }) };
}

/** Runs a session, with the changes of rate and the bulk transfer of the condition. */
async function runIn(lab: Lab, { fullUplink, rates }: Condition, run: FlowsRun): Promise<FlowsReport> {
  const endless = { seconds: 86_400, warmup: 0 };
  const bulk = fullUplink === undefined ? undefined : await startBulk(lab, 'right', endless);
  let timer: NodeJS.Timeout | undefined;
  const changeRates = (all: readonly number[]): void => {
    let step = 0;
    timer = setInterval(() => void lab.set({ rate: 1e6 * all[++step % all.length]! }, 'left'), ratePeriod);
  };
  try {
    return await runFlows(lab, run, undefined, 'node', () => rates && changeRates(rates));
  } finally {
    clearInterval(timer);
    bulk?.stop();
  }
}
