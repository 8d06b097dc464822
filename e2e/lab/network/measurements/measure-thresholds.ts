import type { Findings, Row } from '../../../tools/results/results.ts';
import { quantile, round } from '../../../tools/statistics/statistics.ts';
import { type FlowsReport, runFlows, senderCases, type Transports } from '../endpoints/run-flows.ts';
import { type LinkPlan, prepareLab } from '../link/prepare-lab.ts';
import { inTurns } from './in-turns.ts';
import type { LabMeasurement } from './lab-measurement.ts';
import { gapsOf, layersEach, layersInTime } from './frame-quality.ts';

export interface ThresholdsOptions extends LabMeasurement {
  readonly link: LinkPlan;
  readonly flows: number;
  readonly transports: Transports;
  /** Ms after which a layer expires: the sender cancels it, and the receiver does not count it. */
  readonly thresholds: readonly number[];
}

/**
 * Columns with gaps between displayed frames: a gap longer than the value of the column occurs on average once in this number of seconds of a video (thesis
 * table 4.6).
 */
const gapIntervals = {
  'gap once in 10 s, ms': 10,
  'gap once in 23 s, ms': 23,
  'gap once in 3.9 min, ms': 234,
};

/**
 * Lets videos compete for a link, and returns the quality of their display, for `writeResults`: for each latency threshold, the frames and layers that arrive
 * in time (thesis fig. 4.12 and 4.13), and display jitter (fig. 4.14 and table 4.6).
 */
export async function measureThresholds(options: ThresholdsOptions): Promise<Findings[]> {
  const { flows, runs, lab, link, seconds, log, thresholds, transports, warmup } = options;
  const direction = await prepareLab(lab, link);
  const cases = thresholds.flatMap((threshold) =>
    senderCases(transports).map(({ sender, transport }) => ({ sender, transport, threshold })),
  );
  const reports = await inTurns(cases, runs, ({ sender, threshold, transport }, turn) => {
    log(`${flows} flows by ${transport} from a ${sender}, ${threshold} ms, ${turn} of ${runs}`);
    const run = { transport, flows, videos: 1, seconds, warmup, threshold, standbys: 0, link: direction };
    return runFlows(lab, run, undefined, sender);
  });
  const rows: Row[] = [];
  const display: Row[] = [];
  const samples: Record<string, readonly string[]> = {};
  for (const [{ sender, threshold, transport }, all] of reports) {
    const seen = all.flatMap((report) => seenOf(report, threshold));
    const { period } = all[0]!.sink;
    const head = { sender, transport, 'threshold, ms': threshold };
    const count = seen.flat().length;
    const shown = seen.flat().filter((layers) => layers > 0).length;
    rows.push({
      ...head,
      'frames in time /s': round((shown / count) * (1000 / period), 1),
      'layers each': round(layersEach(seen.flat()), 2),
    });
    display.push({ ...head, ...gapColumns(seen, period) });
    samples[`${sender}, ${transport}, ${threshold} ms: layers of each frame, by video`] = seen.map((video) =>
      video.join(''),
    );
  }
  const parameters = { ...link, queue: direction.queue, flows, seconds, warmup, runs };
  return [
    { name: 'netlab-thresholds', parameters, rows, samples },
    { name: 'netlab-display', parameters, rows: display },
  ];
}

/** The number of usable layers of each frame, by video. */
function seenOf({ sink }: FlowsReport, threshold: number): number[][] {
  return sink.frames.map((video) => video.map((frame) => layersInTime(frame, threshold)));
}

function gapColumns(seen: readonly (readonly number[])[], period: number): Row {
  const gaps = seen.flatMap(gapsOf).map((count) => count * period);
  const videoSeconds = (seen.flat().length * period) / 1000;
  const onceIn = (seconds: number): number | null => {
    const count = videoSeconds / seconds;
    return count >= 1 ? Math.round(quantile(gaps, 1 - (count - 0.5) / gaps.length)) : null;
  };
  const shareOf = (periods: number): number =>
    round((100 * gaps.filter((gap) => Math.round(gap / period) === periods).length) / gaps.length, 1);
  return {
    'next frame, %': shareOf(1),
    'second next, %': shareOf(2),
    ...Object.fromEntries(Object.entries(gapIntervals).map(([name, seconds]) => [name, onceIn(seconds)])),
    'longest gap, ms': Math.round(quantile(gaps, 1)),
  };
}
