import type { OpenConnections } from '../connection.ts';
import { every } from '../every.ts';
import type { ConnectionOptions, Platform, RunTime } from '../flow.ts';
import { measureCpuTime } from '../measure-cpu-time.ts';
import { type Outlet, outletOf } from '../outlets/outlet.ts';
import { messageSize, windowMessageOf } from './window-message.ts';

/** Options of a video that is sent in adaptation windows. */
export interface WindowOptions extends ConnectionOptions, RunTime {
  /** Ms of video in a window. */
  readonly period: number;
  /** Bits per second of the complete video. */
  readonly rate: number;
}

export interface WindowSourceReport {
  /** Ms of CPU time during the measured time. */
  readonly cpu: number;
}

/**
 * Sends a video by priority-progress streaming (Goel 2003, §4.7): the data of a window is sent from the most to the least important message, until the next
 * window is captured. Data that was not sent by then is dropped. Resolves after the measured time.
 */
export async function runWindowSource(
  options: WindowOptions,
  platform: Platform,
  open: OpenConnections<WindowOptions>,
): Promise<WindowSourceReport> {
  await open(options, platform, (connection) =>
    sendWindows(outletOf(connection, options.transport), options, platform),
  );
  return { cpu: await measureCpuTime(options, platform) };
}

function sendWindows(outlet: Outlet, { period, rate }: WindowOptions, platform: Platform): void {
  const messages = Math.round((rate * period) / 8000 / messageSize);
  every(period, (window) => {
    const sentAt = platform.now();
    for (let rank = 0; rank < messages; rank++) {
      const bytes = windowMessageOf({ sentAt, window, rank });
      outlet({ bytes, priority: -rank, expiresIn: period });
    }
  });
}
