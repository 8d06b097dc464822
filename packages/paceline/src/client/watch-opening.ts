import type { EventLoop } from '@doha/loop';
import { Deadline } from '../timers/deadline.ts';
import type { Socket } from '../transport/socket-link.ts';

export interface OpeningListener {
  readonly opened: () => void;
  /** `isLate`: there was no answer in time. */
  readonly failed: (isLate: boolean) => void;
}

/** Tells once whether a WebSocket opens or fails. If it does neither within `timeout` ms, it is closed and has failed. */
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
    late.set(Infinity);
    call();
  };
  const late = new Deadline(loop, () =>
    once(() => {
      socket.close();
      failed(true);
    }),
  );
  late.set(loop.host.now() + timeout);
  socket.addEventListener('open', () => once(opened));
  const fail = (): void => once(() => failed(false));
  socket.addEventListener('error', fail); // Node 22 has no 'close' after it
  socket.addEventListener('close', fail);
}
