import type { OpenConnections } from '../connection.ts';
import type { Platform } from '../flow.ts';
import { listen } from '../listen.ts';
import { measureCpuTime } from '../measure-cpu-time.ts';
import { WindowLog } from './window-log.ts';
import { windowHeadOf } from './window-message.ts';
import type { WindowOptions } from './window-source.ts';

/** Report of the receiver about the measured time. */
export interface WindowSinkReport {
  /**
   * Latency in ms of the most important message of each window of the video, from the time when the window was complete at the sender.
   * Null: the message did not arrive. Windows of the last `settleTime` seconds are missing, because
   * their messages may still arrive.
   */
  readonly latencies: readonly (number | null)[];
  /** Received bytes. */
  readonly bytes: number;
}

/** Seconds within which all messages of a window should arrive. */
export const settleTime = 2;

/** Receives windows. Resolves to the report after the measured time. */
export async function runWindowSink(
  options: WindowOptions,
  platform: Platform,
  open: OpenConnections<WindowOptions>,
): Promise<WindowSinkReport> {
  const log = new WindowLog(options.period);
  let bytes = 0;
  let from = Infinity;
  await open(options, platform, (connection) => {
    listen(connection, (message) => {
      const now = platform.now();
      if (now >= from) bytes += message.length;
      const { rank, sentAt, window } = windowHeadOf(message);
      if (rank === 0) log.add(window, sentAt, now - sentAt);
    });
  });
  from = platform.now() + 1000 * options.warmup;
  const settled = platform.now() + 1000 * (options.seconds - settleTime);
  await measureCpuTime(options, platform);
  return { latencies: log.between(from, settled), bytes };
}
