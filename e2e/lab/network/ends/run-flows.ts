import { mean, sum } from '../../../tools/statistics/statistics.ts';
import type { Lab } from '../link/lab.ts';
import type { FlowOptions, Transport } from '../programs/flow.ts';
import type { SinkReport } from '../programs/sink.ts';
import type { SourceReport } from '../programs/source.ts';
import { type EndsPlan, runAlone, runEnds, type Wire } from './run-ends.ts';

/** What both ends of the flows have to say, and what crossed the link. */
export interface FlowsReport {
  readonly source: SourceReport;
  readonly sink: SinkReport;
  /** Undefined of a link that was computed. */
  readonly wire?: Wire;
}

export type FlowsRun = Omit<FlowOptions, 'firstPort' | 'host' | 'port'>;

/** Where the flows come from: a Node server, or an ordinary Chromium page, which connects to them. */
export type Sender = 'node' | 'page';

const plans: Readonly<Record<Sender, EndsPlan>> = {
  node: {
    source: { in: 'node', side: 'left', name: 'servingSource' },
    sink: { in: 'node', side: 'right', name: 'connectingSink' },
    serving: 'source',
  },
  page: {
    source: { in: 'page', side: 'left', name: 'connectingSource' },
    sink: { in: 'node', side: 'right', name: 'servingSink' },
    serving: 'sink',
  },
};

/**
 * Lets flows go through a lab, from its left to its right. `during` is called when clients start, with the port of their first connection, which a page
 * does not keep to, `counting` when the time that counts begins.
 */
export async function runFlows(
  lab: Lab,
  options: FlowsRun,
  during?: (firstPort: number) => void,
  sender: Sender = 'node',
  counting?: () => void,
): Promise<FlowsReport> {
  if (options.transport !== 'ideal') return runEnds(lab, plans[sender], options, during, counting);
  const sink = await runAlone<SinkReport>(lab, 'idealSink', options);
  return { sink, source: { oldest: [], failovers: 0, cpu: 0 } };
}

/** Bytes of messages that came in the time that counts. */
export function bytesOf({ sink }: Pick<FlowsReport, 'sink'>): number {
  return sum(sink.slots.flat());
}

/** Mbit/s of messages that came, in the mean of runs of which so many seconds count. */
export function goodputOf(reports: readonly FlowsReport[], seconds: number): number {
  return (8 * mean(reports.map(bytesOf))) / 1e6 / seconds;
}

/** Which transports are to be tried from where. */
export type Transports = Readonly<Record<Sender, readonly Transport[]>>;

export function senderCases(transports: Transports): { sender: Sender; transport: Transport }[] {
  return (['node', 'page'] as const).flatMap((sender) =>
    transports[sender].map((transport) => ({ sender, transport })),
  );
}
