import type { Meet } from './connection.ts';
import { countedTime } from './counted-time.ts';
import type { Platform } from './flow.ts';
import { listen } from './listen.ts';
import { type ThinOptions, thinSize } from './thin-source.ts';

/** What came in the time that counts. */
export interface ThinSinkReport {
  /** Ms that each thin message took. */
  readonly took: readonly number[];
  /** Bytes of bulk. */
  readonly bulk: number;
}

/** Listens to the connections that are made, and says what came. */
export async function runThinSink(
  options: ThinOptions,
  platform: Platform,
  meet: Meet<ThinOptions>,
): Promise<ThinSinkReport> {
  const took: number[] = [];
  let bulk = 0;
  let from = Infinity;
  let to = Infinity;
  await meet(options, platform, (connection) => {
    listen(connection, (bytes) => {
      const now = platform.now();
      if (now < from || now >= to) return;
      if (bytes.length !== thinSize) bulk += bytes.length;
      else took.push(now - new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0));
    });
  });
  from = platform.now() + 1000 * options.warmup;
  to = platform.now() + 1000 * options.seconds;
  await countedTime(options, platform);
  return { took, bulk };
}
