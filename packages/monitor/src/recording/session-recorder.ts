import { kindOf, messageValue, newEndpoint, receiptValue } from './recorded-event.ts';
import type { RecorderParts } from './recorder-parts.ts';

/** Maximum number of messages that have arrived and were not read. Of further ones, the oldest are forgotten. */
const maxUnread = 65_536;

/** The member of a message that a recorder reads. */
export interface SentMessage {
  readonly status: string;
}

/** A `SessionProbe` of `@doha/paceline`. */
export interface SessionRecorder {
  queued(message: SentMessage): void;
  sent(message: SentMessage, id: number): void;
  ended(message: SentMessage): void;
  received(id: number, stream: number, size: number): void;
  read(id: number): void;
}

function forgetOldest(map: Map<number, unknown>): void {
  const [oldest] = map.keys();
  map.delete(oldest!);
}

/** Returns a probe that writes a record for each message of a session when it has ended, and one for each message of the peer when the application got it. */
export function sessionRecorder({ clock, names, ring }: RecorderParts, name: string): SessionRecorder {
  const [number, endpoint] = [names.numberOfSession(name), newEndpoint()];
  const unfinished = new Map<SentMessage, { readonly queued: number; sent: number; id: number }>();
  const unread = new Map<number, { readonly arrived: number; readonly size: number }>();
  return {
    queued(message) {
      unfinished.set(message, { queued: clock.now(), sent: 0, id: -1 });
    },
    sent(message, id) {
      const one = unfinished.get(message);
      if (one === undefined || one.id >= 0) return;
      one.sent = clock.now();
      one.id = id;
    },
    ended(message) {
      const one = unfinished.get(message);
      if (one === undefined) return;
      unfinished.delete(message);
      const { id, queued, sent } = one;
      ring.write(
        kindOf.message,
        queued,
        clock.now(),
        number,
        messageValue(id, message.status, endpoint),
        sent - queued,
      );
    },
    received(id, _, size) {
      if (unread.size >= maxUnread) forgetOldest(unread);
      unread.set(id, { arrived: clock.now(), size });
    },
    read(id) {
      const message = unread.get(id);
      if (message === undefined) return;
      unread.delete(id);
      const value = receiptValue(id, endpoint);
      ring.write(kindOf.receipt, message.arrived, clock.now(), number, value, message.size);
    },
  };
}
