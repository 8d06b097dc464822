import { type TransportOptions, WebSocketTransport } from '@colyseus/ws-transport';
import {
  type PacelineWebSocketOptions,
  PacelineWebSocketServer,
} from './server/paceline-web-socket-server.ts';

export interface PacelineTransportOptions extends TransportOptions, PacelineWebSocketOptions {}

/**
 * The WebSocketTransport of Colyseus, for clients that speak Paceline and for all others.
 *
 * `classify` gets what Colyseus sends to a client, as bytes of which the low five bits of the first say what it is: 14 the whole state, 15 a change
 * of it, 13 and 17 messages of the room. A change is the difference to what the client has. So all of the state must have one priority, neither a
 * `key` nor `expiresIn`; then its order is kept. Messages of the room may go before it or behind it and be taken back, unless they are
 * sent with `afterNextPatch`. What is none of these, as the answer to who joins, is best left as it is.
 */
export class PacelineTransport extends WebSocketTransport {
  constructor(options: PacelineTransportOptions = {}) {
    super(options);
    const plain = this.wss;
    plain.close(); // has not begun to be used; if it listens to the server itself, as in older versions, it stops
    this.wss = new PacelineWebSocketServer({ ...options, ...plain.options });
    for (const type of ['connection', 'error'])
      for (const listener of plain.listeners(type)) this.wss.on(type, listener as () => void);
  }
}
