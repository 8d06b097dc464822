import { cpus } from 'node:os';
import type { LeftReport } from '../../../demos/overload/results/left-report.ts';
import type { Entry, Spread } from '../../../demos/overload/results/summary.ts';
import { machineSlug } from '../../tools/results/machine-slug.ts';
import type { Findings, Row } from '../../tools/results/results.ts';
import { digits, round } from '../../tools/statistics/statistics.ts';

/** The results of the benchmark in one browser. `version`: the name and version of the browser. */
export function overloadFindings(report: LeftReport, name: string, version: string): Findings {
  const { calibrations, environment, plan, samples, summary } = report;
  const { cores, displayRate, gpu, isolated, canvas } = environment;
  return {
    name: `overload-${name.toLowerCase()}-${machineSlug()}`,
    parameters: {
      seconds: plan.seconds,
      rounds: plan.rounds,
      input: 'real clicks and keys',
      gpu,
      'cores in the page': cores,
      'clock MHz': cpus()[0]?.speed ?? 0,
      'display Hz': displayRate,
      canvas,
      isolated,
      noise: summary.noise,
      missing: summary.missing,
      loads: Object.fromEntries(calibrations.map(({ load, scene }) => [scene, digits(load, 3)])),
    },
    browser: version,
    rows: overloadRows(report),
    samples: {
      runs: samples.map((sample) =>
        Object.assign({}, sample, { latencies: sample.latencies.map(roundedMs) }),
      ),
      calibrations,
    },
  };
}

function roundedMs(time: number): number {
  return round(time, 2);
}

/** A row for each scheduler in all scenes, and in each scene. */
export function overloadRows({ names, summary }: LeftReport): Row[] {
  const nameOf = (id: string): string => names[id] ?? id;
  return [
    ...summary.overall.map(({ contestant, score }) => ({
      scene: 'all',
      scheduler: nameOf(contestant),
      ...scoreColumns(score),
    })),
    ...summary.entries.map((entry) => ({
      scene: entry.scene,
      scheduler: nameOf(entry.contestant),
      ...scoreColumns(entry.score),
      ...figureColumns(entry),
    })),
  ];
}

function scoreColumns(score: Spread | undefined): Row {
  return { score: score?.median ?? null, lowest: score?.low ?? null, highest: score?.high ?? null };
}

function figureColumns(entry: Entry): Row {
  const { inp, latency, losses } = entry;
  return {
    fps: entry.fps,
    'points lost by frames': losses?.frames ?? null,
    'input latency p95, ms': latency ?? null,
    'points lost by input': losses?.input ?? null,
    'lived time, %': round(100 * entry.lived, 1),
    'points lost by life': losses?.life ?? null,
    'updates/s': entry.updateRate,
    'lived time without weights, %': round(100 * entry.livedUnweighted, 1),
    'longest time without a frame, ms': entry.longestGap,
    'INP, ms': inp === undefined ? null : inp === 0 ? '< 16' : inp,
  };
}
