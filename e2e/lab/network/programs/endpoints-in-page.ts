import { connectBy } from './connect.ts';
import type { FlowOptions } from './flow.ts';
import { Host } from './host.ts';
import { runSource, type SourceReport } from './source.ts';

/** Connects to a sink, and sends videos to it from this page. */
export async function connectingSource(options: FlowOptions): Promise<SourceReport> {
  const host = await Host.open();
  const report = await runSource(options, host, connectBy());
  return { ...report, clock: await host.clock() };
}
