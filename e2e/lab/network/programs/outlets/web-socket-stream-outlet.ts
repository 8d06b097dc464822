import type { Outgoing, Outlet } from './outlet.ts';
import { WaitingLine } from './waiting-line.ts';

/** Whatever is most important is written when the stream is ready for more. */
export function webSocketStreamOutlet(writable: WritableStream<Uint8Array>): Outlet {
  const line = new WaitingLine<Outgoing>();
  const writer = writable.getWriter();
  let isWorking = false;
  const work = async (): Promise<void> => {
    isWorking = true;
    await writer.ready;
    for (
      let message = line.take(performance.now());
      message !== undefined;
      message = line.take(performance.now())
    ) {
      void writer.write(message.bytes);
      await writer.ready;
    }
    isWorking = false;
  };
  return (message) => {
    line.push(message, performance.now());
    if (!isWorking) void work();
  };
}
