import type { Socket } from '@doha/paceline';
import type { Outgoing, Outlet } from './outlet.ts';
import { SortedQueue } from './sorted-queue.ts';

/**
 * Bytes to send at once: more than the measured links transmit in `pollInterval`, so no link is idle.
 */
const burst = 2 ** 14;

/** Ms between checks of `bufferedAmount`. In a page it is 4, the minimum of nested timeouts. */
const pollInterval = 1;

/** A typical handwritten solution: sends the messages of highest priority when `bufferedAmount` is 0. */
export function gatedOutlet(socket: Socket): Outlet {
  const queue = new SortedQueue<Outgoing>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const work = (): void => {
    timer = undefined;
    if (socket.bufferedAmount === 0) {
      for (let sent = 0; sent < burst;) {
        const message = queue.pop(performance.now());
        if (message === undefined) return;
        socket.send(message.bytes);
        sent += message.bytes.length;
      }
    }
    timer = setTimeout(work, pollInterval);
  };
  return (message) => {
    queue.push(message, performance.now());
    timer ??= setTimeout(work, 0);
  };
}
