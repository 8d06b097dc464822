import type { MessageListener, OpenConnections } from '../connection.ts';
import type { Certificate, ConnectionOptions } from '../flow.ts';
import { forwardedMessages } from './forwarded-messages.ts';

/** Starts `web-transport-server.py`. Resolves to its output when it listens on a UDP port, on all network interfaces. */
export type ListenWebTransport = (
  certificate: Certificate,
  port: number,
) => Promise<AsyncIterable<Uint8Array>>;

/** Returns a function that accepts a connection of WebTransport per flow. A connection counts as open when its first message has arrived. */
export function acceptWebTransportBy(listen: ListenWebTransport): OpenConnections<ConnectionOptions> {
  return async ({ flows, port, tls }, platform, onConnection) => {
    if (tls === undefined) throw new TypeError('acceptWebTransportBy: the option tls must be given');
    const output = await listen(tls, port);
    platform.report('listening');
    await new Promise<void>((haveAll) => {
      const listeners = new Map<number, MessageListener>();
      const open = (number: number): void => {
        onConnection({ kind: 'forwarded', onMessage: (listener) => void listeners.set(number, listener) });
        if (listeners.size === flows) haveAll();
      };
      const distribute = async (): Promise<void> => {
        for await (const { bytes, connection, receivedAt } of forwardedMessages(output)) {
          if (!listeners.has(connection)) open(connection);
          listeners.get(connection)!(bytes, receivedAt);
        }
      };
      void distribute();
    });
  };
}
