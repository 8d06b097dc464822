import type { Findings, Row } from '../../../../tools/results/results.ts';
import { round, sum } from '../../../../tools/statistics/statistics.ts';
import { createCertificate } from '../../endpoints/certificate.ts';
import { besideCrossTraffic } from '../../endpoints/cross-traffic/beside-cross-traffic.ts';
import { startBulk } from '../../endpoints/run-bulk.ts';
import { type FlowsReport, type FlowsRun, goodputOf, runFlows } from '../../endpoints/run-flows.ts';
import type { Lab } from '../../link/lab.ts';
import { type LinkPlan, prepareLab } from '../../link/prepare-lab.ts';
import type { Certificate, Transport } from '../../programs/flow.ts';
import { inTurns } from '../in-turns.ts';
import type { LabMeasurement } from '../lab-measurement.ts';
import { changeLink } from './change-link.ts';
import { type BarOf, conditionBar } from './condition-bars.ts';
import { type ConditionFigures, conditionRow, figuresOf } from './condition-rows.ts';
import { type Condition, flowsOf, linkOf } from './condition.ts';
import { setCondition } from './set-condition.ts';

export interface ConditionsOptions extends LabMeasurement {
  /** Name of the results. Default: `netlab-conditions`. */
  readonly name?: string;
  readonly link: LinkPlan;
  readonly conditions: readonly Condition[];
  /** Transports to compare with `none`. */
  readonly transports: readonly Transport[];
  /** Default: the bars of the ordinary conditions. */
  readonly barOf?: BarOf;
}

interface Case {
  readonly condition: Condition;
  readonly transport: Transport;
  readonly standbys: number;
}

type Reports = ReadonlyMap<Case, readonly FlowsReport[]>;

/**
 * Runs sessions in each condition. They send bulk data and control messages. The results are goodput and latency, and the ratios of both to the figures
 * of the transport `none`. In each turn, all transports of a condition run one after another with the same seed.
 */
export async function measureConditions(options: ConditionsOptions): Promise<Findings> {
  const { barOf = conditionBar, conditions, lab, link, name = 'netlab-conditions' } = options;
  const { log, runs, seconds, transports, warmup } = options;
  const { queue } = await prepareLab(lab, link);
  const certificate = conditions.some((one) => one.isEncrypted) ? createCertificate() : undefined;
  const cases = conditions.flatMap((condition) => casesOf(condition, transports));
  const reports = await inTurns(cases, runs, async (one, turn) => {
    const { condition } = one;
    log(`${nameOf(one)}, ${turn} of ${runs}`);
    const ownLink = linkOf(condition, link);
    await setCondition(lab, condition, ownLink, turn);
    const tls = condition.isEncrypted === true ? certificate : undefined;
    const run = runOf(one, { seconds, warmup, tls });
    return besideCrossTraffic(lab, condition.crossTraffic ?? {}, ownLink.rate * 1e6, () =>
      runIn(lab, condition, ownLink, run),
    );
  });
  await setCondition(lab, { name: 'base' }, link, 1);
  const parameters = { ...link, queue, seconds, warmup, runs, conditions };
  const counted = seconds - warmup;
  return { name, parameters, rows: rowsOf(reports, counted, barOf), samples: samplesOf(reports, counted) };
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

function runOf({ condition: { programs }, standbys, transport }: Case, { tls, ...time }: RunPlan): FlowsRun {
  const alike = { flows: 1, videos: 1, isBulk: true, standbys, threshold: 1000 };
  return { ...alike, ...programs, ...time, transport, ...(tls && { tls }) };
}

/** Runs sessions, with the changes of the link and the upload of the condition. */
async function runIn(lab: Lab, condition: Condition, link: LinkPlan, run: FlowsRun): Promise<FlowsReport> {
  const endless = { seconds: 86_400, warmup: 0 };
  const upload = condition.hasUpload === true ? await startBulk(lab, 'right', endless) : undefined;
  let endChanges = (): void => {};
  try {
    return await runFlows(lab, run, undefined, 'node', () => {
      endChanges = changeLink(lab, condition, link);
    });
  } finally {
    endChanges();
    upload?.stop();
  }
}

/** `seconds`: the measured time of a run. */
function rowsOf(reports: Reports, seconds: number, barOf: BarOf): Row[] {
  const figures = new Map(
    [...reports].map(([one, all]) => [one, all.map((report) => figuresOf(report, seconds))]),
  );
  const runsOf = (condition: Condition, transport: Transport): readonly ConditionFigures[] => {
    const isControl = (one: Case): boolean =>
      one.condition === condition && one.transport === transport && one.standbys === 0;
    return figures.get([...reports.keys()].find(isControl)!)!;
  };
  return [...figures].map(([one, runs]) => {
    const { condition, standbys, transport } = one;
    const controls = {
      none: runsOf(condition, 'none'),
      ...(standbys > 0 && { withoutStandby: runsOf(condition, transport) }),
    };
    return conditionRow({ ...one, runs }, controls, barOf);
  });
}

function samplesOf(reports: Reports, seconds: number): Record<string, readonly unknown[]> {
  const samples: Record<string, readonly unknown[]> = {};
  for (const [one, all] of reports) {
    const caseName = nameOf(one);
    samples[`${caseName}: goodput, Mbit/s`] = all.map((report) => round(goodputOf([report], seconds), 3));
    if (flowsOf(one.condition) > 1)
      samples[`${caseName}: bytes by run and connection`] = all.map(({ sink }) => sink.slots.map(sum));
    samples[`${caseName}: control by run, ms`] = all.map(({ sink }) =>
      sink.control.flat().map((time) => round(time, 1)),
    );
  }
  return samples;
}
