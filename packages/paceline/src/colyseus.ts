import { type TransportOptions, WebSocketTransport } from '@colyseus/ws-transport';
import {
  type PacelineWebSocketOptions,
  PacelineWebSocketServer,
} from './ws-server/paceline-web-socket-server.ts';

export interface PacelineTransportOptions extends TransportOptions, PacelineWebSocketOptions {}

/**
 * The WebSocketTransport of Colyseus, for clients that speak Paceline and for all others.
 *
 * `classify` gets the messages of Colyseus to a client. The low five bits of the first byte are the type: 14 the whole state, 15 a change of the state, 13 and 17
 * messages of the room. A change is a difference to the state that the client has. So messages 14 and 15 need one priority, and neither a `key` nor
 * `expiresIn`: then they keep their order. Messages of the room may have another priority and may expire, unless they are sent with `afterNextPatch`. Other
 * messages, such as the answer to a client that joins, should have no options.
 */
export class PacelineTransport extends WebSocketTransport {
  constructor(options: PacelineTransportOptions = {}) {
    super(options);
    const plain = this.wss;
    plain.close(); // it is not in use; in older versions it listens to the server itself
    this.wss = new PacelineWebSocketServer({ ...options, ...plain.options });
    for (const type of ['connection', 'error'])
      for (const listener of plain.listeners(type)) this.wss.on(type, listener as () => void);
  }
}
