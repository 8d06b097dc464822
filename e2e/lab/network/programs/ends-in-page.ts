import { connectBy } from './connect.ts';
import type { FlowOptions } from './flow.ts';
import { Host } from './host.ts';
import { runSource, type SourceReport } from './source.ts';

/** Plays from this page to a sink to which it connects. */
export async function connectingSource(options: FlowOptions): Promise<SourceReport> {
  const host = await Host.meet();
  const report = await runSource(options, host, connectBy());
  return { ...report, clock: await host.clock() };
}
