import type { Socket } from '@doha/paceline';
import type { Outgoing, Outlet } from './outlet.ts';
import { WaitingLine } from './waiting-line.ts';

/** Bytes that are sent at once: so much more than comes free until one looks again that no link here waits for it. */
const burst = 2 ** 14;

/** Ms until one looks again. In a page 4, since timeouts are no shorter there. */
const look = 1;

/** What a good engineer writes by hand: whatever is most important is sent when the socket has nothing left. */
export function gatedOutlet(socket: Socket): Outlet {
  const line = new WaitingLine<Outgoing>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const work = (): void => {
    timer = undefined;
    if (socket.bufferedAmount === 0) {
      for (let sent = 0; sent < burst;) {
        const message = line.take(performance.now());
        if (message === undefined) return;
        socket.send(message.bytes);
        sent += message.bytes.length;
      }
    }
    timer = setTimeout(work, look);
  };
  return (message) => {
    line.push(message, performance.now());
    timer ??= setTimeout(work, 0);
  };
}
