import { mean, sum } from '../../../tools/statistics/statistics.ts';
import type { Lab } from '../link/lab.ts';
import type { FlowOptions, Transport } from '../programs/flow.ts';
import type { SinkReport } from '../programs/sink.ts';
import type { SourceReport } from '../programs/source.ts';
import { createCertificate } from './certificate.ts';
import { type EndpointsPlan, runAlone, runEndpoints, type Wire } from './run-endpoints.ts';

/** The reports of both endpoints, and the traffic on the link. */
export interface FlowsReport {
  readonly source: SourceReport;
  readonly sink: SinkReport;
  /** Undefined for the transport `ideal`, which uses no link. */
  readonly wire?: Wire;
}

export type FlowsRun = Omit<FlowOptions, 'firstPort' | 'host' | 'port'>;

/** The sender of the flows: a Node server, to which the receiver connects, or an ordinary Chromium page, which connects to the receiver. */
export type Sender = 'node' | 'page';

const plans: Readonly<Record<Sender, EndpointsPlan>> = {
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
 * Sends flows through a lab, from left to right, and returns the reports. `onStart` is called when
 * the client starts, with the local port of its first connection. If the client is a page, this port is meaningless,
 * because the browser chooses the ports. `onMeasure` is called when the measured time begins.
 */
export async function runFlows(
  lab: Lab,
  options: FlowsRun,
  onStart?: (firstPort: number) => void,
  sender: Sender = 'node',
  onMeasure?: () => void,
): Promise<FlowsReport> {
  const { transport } = options;
  if (transport === 'ideal') {
    const sink = await runAlone<SinkReport>(lab, 'idealSink', options);
    return { sink, source: { oldest: [], roundTrips: [], failovers: 0, cpu: 0 } };
  }
  const run = isWebTransport(transport) ? { ...options, tls: createCertificate() } : options;
  return runEndpoints(lab, planOf(sender, transport), run, onStart, onMeasure);
}

function isWebTransport(transport: Transport): boolean {
  return transport.startsWith('webTransport');
}

/** Enables `sendOrder` of streams and `congestionControl` of connections, which Chromium 153 has only as experimental features. */
const withPriorities = '--enable-blink-features=WebTransportSendGroup,WebTransportCongestionControl';

function planOf(sender: Sender, transport: Transport): EndpointsPlan {
  const plan = plans[sender];
  if (!isWebTransport(transport) || transport === 'webTransport unordered') return plan;
  return { ...plan, source: { ...plan.source, browserArgs: [withPriorities] } };
}

/** Bytes of messages received during the measured time. */
export function bytesOf({ sink }: Pick<FlowsReport, 'sink'>): number {
  return sum(sink.slots.flat());
}

/** Mean goodput of runs, in Mbit/s. `seconds`: the measured time of each run. */
export function goodputOf(reports: readonly FlowsReport[], seconds: number): number {
  return (8 * mean(reports.map(bytesOf))) / 1e6 / seconds;
}

/** Mean goodput of runs in Mbit/s, without layers that arrived after they had expired. `seconds`: the measured time of each run. */
export function goodputInTimeOf(reports: readonly FlowsReport[], seconds: number): number {
  return (8 * mean(reports.map(({ sink }) => sum(sink.slotsInTime)))) / 1e6 / seconds;
}

/** The transports to measure, by sender. */
export type Transports = Readonly<Record<Sender, readonly Transport[]>>;

export function senderCases(transports: Transports): { sender: Sender; transport: Transport }[] {
  return (['node', 'page'] as const).flatMap((sender) =>
    transports[sender].map((transport) => ({ sender, transport })),
  );
}
