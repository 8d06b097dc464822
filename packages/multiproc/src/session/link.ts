import { endpointOfPort } from '../transport/endpoint.ts';
import type { Envelope, EnvelopeRecord } from '../transport/envelope.ts';
import { Outbox } from '../transport/outbox.ts';
import { type Tell, telegram } from '../transport/telegraph.ts';
import type { EntityNews } from '../entities/entities.ts';
import type { Place } from './place.ts';
import type { ReaderNews } from '../tables/published-tables.ts';
import type { WriterNews } from '../tables/replicas.ts';

/** What one thread tells another. */
export interface PeerNews extends ReaderNews, WriterNews, EntityNews {
  value(topic: string, value: unknown, isRetained: boolean, from: number, subscription: number): void;
  released(topic: string, from: number): void;
}

/** A connection to another thread. */
export interface Link {
  readonly place: Place;
  /** Writes a message. */
  readonly tell: Tell<PeerNews>;
  /** Sends what was written, at the latest at the end of the turn. */
  readonly flush: () => void;
  /** Writes a message, and sends it or copies its objects before the caller can change them. */
  readonly tellNow: Tell<PeerNews>;
  /** Takes the next message that has arrived and was not delivered. Returns undefined if there is none, or it cannot be read. */
  readonly take?: () => { readonly message: unknown } | undefined;
  readonly close: () => void;
}

export interface PortLinkOptions {
  /** Gets the messages until one cannot be read. It says so by a call of `unreadable`. */
  readonly message: (envelope: Envelope, unreadable: () => void) => void;
  /** A message could not be read. Those behind it are dropped. */
  readonly unreadable: () => void;
  /** Gets each record that cannot be copied. */
  readonly refused: (record: EnvelopeRecord, error: unknown) => void;
  readonly onError: (error: unknown) => void;
}

/** A connection by a port: that of two workers. */
export function linkByPort(place: Place, port: MessagePort, options: PortLinkOptions): Link {
  const { message, onError, refused } = options;
  const endpoint = endpointOfPort(port);
  const outbox = new Outbox(endpoint, { refused, onError });
  const flush = (): void => outbox.flush();
  let isReadable = true;
  const unreadable = (): void => {
    if (isReadable) options.unreadable();
    isReadable = false;
  };
  endpoint.listen({
    message: (envelope) => isReadable && message(envelope as Envelope, unreadable),
    lost: unreadable,
  });
  const tell: Tell<PeerNews> = (name, args, transfer = []) => {
    telegram(outbox, name, args);
    outbox.transfer(transfer);
  };
  return {
    place,
    tell,
    tellNow(...told) {
      tell(...told);
      flush();
    },
    flush,
    take: () => (isReadable ? endpoint.take() : undefined),
    close: () => void endpoint.close(),
  };
}
