import { LogHistogram } from '../histogram/log-histogram.ts';
import { type RecordingData, dataOf } from '../recording/recording-data.ts';
import { isWork, type WorkEvent } from '../recording/work-event.ts';

/** Run times in ms of the events of one kind and name. Quantiles are exact to 1.1 %. */
export interface NameStatistics {
  readonly kind: WorkEvent['kind'];
  readonly name: string;
  readonly count: number;
  readonly total: number;
  readonly p50: number;
  readonly p95: number;
  readonly 'p99.9': number;
  readonly max: number;
}

/** Returns the run times of tasks, timers and spans by their names, the greatest total first. Throws a TypeError if the argument is not a recording. */
export function nameStatistics(recording: RecordingData): readonly NameStatistics[] {
  const { events } = dataOf('nameStatistics: recording', recording);
  const kinds = { task: new Histograms(), timer: new Histograms(), span: new Histograms() };
  for (const event of events) if (isWork(event)) kinds[event.kind].add(event);
  const kindNames = Object.keys(kinds) as (keyof typeof kinds)[];
  return kindNames
    .flatMap((kind) => kinds[kind].statistics(kind))
    .toSorted((one, other) => other.total - one.total);
}

class Histograms {
  #byName: Map<string, LogHistogram> = new Map();

  add({ end, name, start }: WorkEvent): void {
    const histogram = this.#byName.get(name) ?? new LogHistogram();
    this.#byName.set(name, histogram);
    histogram.add(end - start);
  }

  statistics(kind: NameStatistics['kind']): readonly NameStatistics[] {
    return Array.from(this.#byName, ([name, histogram]) => {
      const { count, max, sum } = histogram;
      const [p50, p95, p999] = [0.5, 0.95, 0.999].map((p) => histogram.quantile(p)) as [
        number,
        number,
        number,
      ];
      return { kind, name, count, total: sum, p50, p95, 'p99.9': p999, max };
    });
  }
}
