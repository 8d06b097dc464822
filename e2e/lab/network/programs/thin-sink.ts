import type { OpenConnections } from './connection.ts';
import { measureCpuTime } from './measure-cpu-time.ts';
import type { Platform } from './flow.ts';
import { listen } from './listen.ts';
import { type ThinOptions, thinSize } from './thin-source.ts';

/** Report of the receiver about the measured time. */
export interface ThinSinkReport {
  /** Latency of each thin message, in ms. */
  readonly latencies: readonly number[];
  /** Received bytes of bulk data. */
  readonly bulk: number;
}

/** Receives on all connections. Resolves to the report after the measured time. */
export async function runThinSink(
  options: ThinOptions,
  platform: Platform,
  open: OpenConnections<ThinOptions>,
): Promise<ThinSinkReport> {
  const latencies: number[] = [];
  let bulk = 0;
  let from = Infinity;
  let to = Infinity;
  await open(options, platform, (connection) => {
    listen(connection, (bytes) => {
      const now = platform.now();
      if (now < from || now >= to) return;
      if (bytes.length !== thinSize) bulk += bytes.length;
      else latencies.push(now - new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0));
    });
  });
  from = platform.now() + 1000 * options.warmup;
  to = platform.now() + 1000 * options.seconds;
  await measureCpuTime(options, platform);
  return { latencies, bulk };
}
