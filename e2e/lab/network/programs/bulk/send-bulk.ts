import type { Connection } from '../connection.ts';
import type { FlowOptions, Platform } from '../flow.ts';
import { outletOf } from '../outlets/outlet.ts';
import { sendControl } from '../video/send-control.ts';
import { messageOf } from '../video/video.ts';
import { isInBurst } from './bursts.ts';
import { keepFull } from './keep-full.ts';

/** Bytes of bulk data to keep queued. */
const targetQueue = 2 ** 18;

/** Sends bulk data, and control messages. `flow`: the number of the connection. */
export function sendBulk(
  connection: Connection,
  flow: number,
  { bursts, control }: FlowOptions,
  platform: Platform,
): void {
  const outlet = outletOf(connection, 'plain');
  const opened = performance.now();
  const send = (): void => {
    const bytes = messageOf({ sentAt: platform.now(), video: 0, layer: 0, frame: 0 });
    outlet({ bytes, priority: 0 });
  };
  keepFull(
    connection,
    targetQueue,
    send,
    () => bursts === undefined || isInBurst(bursts, flow, performance.now() - opened),
  );
  sendControl(outlet, 0, platform, control);
}
