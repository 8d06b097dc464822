import type { Transport } from '../pages/netlab/flow.ts';
import type { Findings, Row } from '../results.ts';
import { median, round } from '../statistics.ts';
import type { Lab } from './lab.ts';
import { runFlows } from './run-flows.ts';

export interface HolesOptions {
  readonly lab: Lab;
  /** Ms for which nothing comes through of the connection that is used. */
  readonly holes: readonly number[];
  readonly transports: readonly Transport[];
  readonly goes: number;
  readonly tell: (text: string) => void;
}

const link = { rate: 16e6, delay: 15, queue: 120_000 };
const seconds = 12; // after a hole of 2 s TCP tries again up to 3 s later
const warmup = 2;
const at = 3500; // ms after the start

/** Lets the connection of a video vanish for a while, with another one that waits and without, and returns for how long control messages were held up. */
export async function measureHoles({ goes, holes, lab, tell, transports }: HolesOptions): Promise<Findings> {
  await lab.set(link);
  const rows: Row[] = [];
  const samples: Record<string, readonly number[]> = {};
  for (const transport of transports) {
    for (const standbys of transport === 'plain' ? [0] : [0, 1]) {
      for (const hole of holes) {
        const longest: number[] = [];
        let failovers = 0;
        for (let go = 0; go < goes; go++) {
          tell(`${transport}, ${standbys} standbys, a hole of ${hole} ms, ${go + 1} of ${goes}`);
          const options = { transport, flows: 1, videos: 1, seconds, warmup, threshold: 200, standbys };
          const { sink, source } = await runFlows(lab, options, (port) => {
            setTimeout(() => void lab.hole(hole, port), at);
          });
          longest.push(Math.max(...sink.control[0]!));
          failovers += source.failovers;
        }
        rows.push({
          transport,
          standbys,
          'hole, ms': hole,
          'longest control message, median, ms': round(median(longest), 0),
          'of all, ms': round(Math.max(...longest), 0),
          failovers,
        });
        samples[`${transport}, ${standbys} standbys, ${hole} ms`] = longest.map((time) => round(time, 1));
      }
    }
  }
  return { name: 'netlab-holes', parameters: { ...link, seconds, goes }, rows, samples };
}
