import { type TransportOptions, WebSocketTransport } from '@colyseus/ws-transport';
import {
  type PacelineWebSocketOptions,
  PacelineWebSocketServer,
} from './ws-server/paceline-web-socket-server.ts';

export interface PacelineTransportOptions extends TransportOptions, PacelineWebSocketOptions {}

/**
 * The WebSocketTransport of Colyseus, for clients that speak Paceline and for all others.
 *
 * `classify` receives the messages that Colyseus sends to a client. The low five bits of the first
 * byte are the type: 14 the whole state, 15 a change of the state, 13 and 17 messages of the room.
 * A change applies to the state that the client has. So messages of the types 14 and 15 must all
 * arrive, and in order: give them the same priority, and neither a `key` nor `expiresIn`. Messages
 * of the room may have another priority and may expire, unless they are sent with `afterNextPatch`.
 * Other messages, such as the answer to a client that joins, should have no options.
 */
export class PacelineTransport extends WebSocketTransport {
  constructor(options: PacelineTransportOptions = {}) {
    super(options);
    const plain = this.wss;
    plain.close(); // replaced below; in older versions of Colyseus it listens to the HTTP server itself
    this.wss = new PacelineWebSocketServer({ ...options, ...plain.options });
    for (const type of ['connection', 'error'])
      for (const listener of plain.listeners(type)) this.wss.on(type, listener as () => void);
  }
}
