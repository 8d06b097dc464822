import type { EventLoop } from '@doha/loop';
import { Deadline } from '../timers/deadline.ts';
import type { Socket } from '../transport/socket-link.ts';

export interface OpeningListener {
  readonly opened: () => void;
  /** `isLate`: the server did not answer in time. */
  readonly failed: (isLate: boolean) => void;
}

/** Reports once whether a WebSocket opens or fails. If it does neither within `timeout` ms, it is closed and has failed. */
export function watchOpening(
  socket: Socket,
  loop: EventLoop,
  timeout: number,
  { failed, opened }: OpeningListener,
): void {
  let isOver = false;
  const once = (call: () => void): void => {
    if (isOver) return;
    isOver = true;
    deadline.set(Infinity);
    call();
  };
  const deadline = new Deadline(loop, () =>
    once(() => {
      socket.close();
      failed(true);
    }),
  );
  deadline.set(loop.host.now() + timeout);
  socket.addEventListener('open', () => once(opened));
  const fail = (): void => once(() => failed(false));
  socket.addEventListener('error', fail); // Node 22 has no 'close' after it
  socket.addEventListener('close', fail);
}
