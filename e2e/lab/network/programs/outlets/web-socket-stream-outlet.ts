import type { Outgoing, Outlet } from './outlet.ts';
import { SortedQueue } from './sorted-queue.ts';

/** Writes the message of highest priority whenever the stream is ready. */
export function webSocketStreamOutlet(writable: WritableStream<Uint8Array>): Outlet {
  const queue = new SortedQueue<Outgoing>();
  const writer = writable.getWriter();
  let isWorking = false;
  const work = async (): Promise<void> => {
    isWorking = true;
    await writer.ready;
    for (
      let message = queue.pop(performance.now());
      message !== undefined;
      message = queue.pop(performance.now())
    ) {
      void writer.write(message.bytes);
      await writer.ready;
    }
    isWorking = false;
  };
  return (message) => {
    queue.push(message, performance.now());
    if (!isWorking) void work();
  };
}
