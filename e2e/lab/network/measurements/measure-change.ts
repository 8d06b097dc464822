import type { Findings, Row } from '../../../tools/results/results.ts';
import { quantile, round, sum } from '../../../tools/statistics/statistics.ts';
import { runFlows } from '../endpoints/run-flows.ts';
import { type LinkPlan, prepareLab } from '../link/prepare-lab.ts';
import type { Transport } from '../programs/flow.ts';
import { inTurns } from './in-turns.ts';
import type { LabMeasurement } from './lab-measurement.ts';

export interface ChangeOptions extends LabMeasurement {
  readonly link: LinkPlan;
  /** Mbit/s of the link in the second third of the measured time. */
  readonly changed: number;
  readonly flows: number;
  readonly transports: readonly Transport[];
}

/** Changes the rate of a link while videos compete for it, and returns latency and goodput before, during and after the change, for `writeResults`. */
export async function measureChange(options: ChangeOptions): Promise<Findings> {
  const { changed, flows, runs, lab, link, seconds, log, transports, warmup } = options;
  const direction = await prepareLab(lab, link);
  const third = (seconds - warmup) / 3;
  const reports = await inTurns(transports, runs, async (transport, turn) => {
    log(`${link.rate}, ${changed} and ${link.rate} Mbit/s, ${transport}, ${turn} of ${runs}`);
    const run = { transport, flows, videos: 1, seconds, warmup, threshold: 200, standbys: 0 };
    const timers: NodeJS.Timeout[] = [];
    const report = await runFlows(lab, run, undefined, 'node', () => {
      timers.push(setTimeout(() => void lab.set({ rate: changed * 1e6 }), 1000 * third));
      timers.push(setTimeout(() => void lab.set({ rate: link.rate * 1e6 }), 2000 * third));
    });
    for (const timer of timers) clearTimeout(timer);
    return report;
  });
  const rows: Row[] = [];
  const samples: Record<string, readonly number[]> = {};
  for (const [transport, all] of reports) {
    for (const [i, when] of ['before', 'while', 'after'].entries()) {
      const control = all.flatMap(({ sink }) => sink.control.flatMap((times) => thirdOf(times, i)));
      const bytes = all.flatMap(({ sink }) => sink.slots.flatMap((slots) => thirdOf(slots, i)));
      const rateOf = (slots: readonly number[]): number =>
        round((8 * sum(slots)) / 1e6 / third / all.length, 2);
      rows.push({
        transport,
        when,
        'Mbit/s': when === 'while' ? changed : link.rate,
        'control median, ms': round(quantile(control, 0.5), 1),
        'control p99.9, ms': round(quantile(control, 0.999), 1),
        'control worst, ms': round(quantile(control, 1), 1),
        'goodput, Mbit/s': rateOf(bytes),
        'goodput in time, Mbit/s': rateOf(all.flatMap(({ sink }) => thirdOf(sink.slotsInTime, i))),
      });
      samples[`${transport}, ${when}: control, ms`] = control.map((time) => round(time, 1));
    }
  }
  const parameters = { ...link, queue: direction.queue, changed, flows, seconds, warmup, runs };
  return { name: 'netlab-change', parameters, rows, samples };
}

/** Returns a third of the values. `values`: evenly spaced over the measured time. `third`: 0 to 2. */
function thirdOf(values: readonly number[], third: number): number[] {
  const at = (part: number): number => Math.round((values.length * part) / 3);
  return values.slice(at(third), at(third + 1));
}
