import type { EventLoop } from '@doha/loop';
import type { UnderlyingSocket } from '../client/platform-socket.ts';
import type { Bytes } from '../wire/bytes.ts';
import { PlainQueue } from './plain-queue.ts';
import type { Transport } from './transport.ts';

/** Hands each message to the WebSocket at once: without `classify` none can overtake another one. */
export function plainTransport(socket: UnderlyingSocket): Transport {
  return {
    get bufferedAmount() {
      return socket.bufferedAmount;
    },
    send: (data) => socket.send(data as string | Bytes),
    close: (code, reason) => closeSocket(socket, code, reason),
  };
}

/** Keeps messages in a queue, from which the WebSocket gets them by their priorities. */
export function queuedTransport(socket: UnderlyingSocket, loop: EventLoop): Transport {
  const queue = new PlainQueue(socket, loop);
  let droppedBytes = 0;
  socket.addEventListener('message', () => queue.pump()); // in a hidden page, whose timers are throttled, messages of the peer let the queue send
  socket.addEventListener('close', () => {
    droppedBytes = queue.waiting;
    queue.end();
  });
  return {
    get bufferedAmount() {
      return droppedBytes + queue.waiting + socket.bufferedAmount;
    },
    send: (data, how) => queue.send(data, how),
    close(code, reason) {
      queue.flush();
      closeSocket(socket, code, reason);
    },
  };
}

function closeSocket(socket: UnderlyingSocket, code: number | undefined, reason: string): void {
  if (code === undefined) socket.close();
  else socket.close(code, reason);
}
