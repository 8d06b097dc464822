import { endpointOfPort } from '../transport/endpoint.ts';
import type { Message, MessageRecord } from '../transport/message-format.ts';
import { MessageWriter } from '../transport/message-writer.ts';
import { type Send, writeCall } from '../transport/remote-methods.ts';
import type { ThreadIndex } from './thread-index.ts';
import type { PeerToPeer } from './session-messages.ts';
import type { MessagePort } from '../platform-types.ts';

/** A connection to another peer. */
export interface PeerLink {
  readonly index: ThreadIndex;
  /** Writes a remote call. */
  readonly send: Send<PeerToPeer>;
  /** Sends the written calls, at the latest at the end of the turn. */
  readonly flush: () => void;
  /** Writes a remote call, and sends it or copies its objects before the caller can change them. */
  readonly sendNow: Send<PeerToPeer>;
  /** Reads the next message that has arrived and was not delivered. Returns undefined if there is none, or if it cannot be read. */
  readonly take?: () => { readonly message: unknown } | undefined;
  readonly close: () => void;
}

export interface PortLinkOptions {
  /** Called with each message. If the callback cannot read one, it calls `unreadable`, and gets no further messages. */
  readonly message: (message: Message, unreadable: () => void) => void;
  /** Called if a message could not be read. The following messages are dropped. */
  readonly unreadable: () => void;
  /** Called for each record that cannot be copied. */
  readonly refused: (record: MessageRecord, error: unknown) => void;
  readonly onError: (error: unknown) => void;
}

/** Creates the connection between two workers, by a port. */
export function linkByPort(index: ThreadIndex, port: MessagePort, options: PortLinkOptions): PeerLink {
  const { onError, refused } = options;
  const endpoint = endpointOfPort(port);
  const writer = new MessageWriter(endpoint, { refused, onError });
  const flush = (): void => writer.flush();
  let isReadable = true;
  const unreadable = (): void => {
    if (isReadable) options.unreadable();
    isReadable = false;
  };
  endpoint.listen({
    message: (message) => isReadable && options.message(message as Message, unreadable),
    lost: unreadable,
  });
  const send: Send<PeerToPeer> = (name, args, transfer = []) => {
    writeCall(writer, name, args);
    writer.transfer(transfer);
  };
  return {
    index,
    send,
    sendNow(...call) {
      send(...call);
      flush();
    },
    flush,
    take: () => (isReadable ? endpoint.take() : undefined),
    close: () => void endpoint.close(),
  };
}
