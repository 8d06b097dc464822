import { Server } from '@colyseus/core';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { PacelineTransport } from '@doha/paceline/colyseus';
import type { PacelineWebSocketServer } from '@doha/paceline/node';
import { StateHandlerRoom } from './state-handler-room.ts';

// Serves the same room by the transport that is asked for, and says at which port.

interface Connection {
  readonly destroyed: boolean;
  destroy(): void;
}

/** What a client asks to know of its server. */
export interface Facts {
  /** Sessions that speak Paceline, and WebSockets that were ever made. */
  readonly sessions: number;
  readonly connections: number;
}

const transport = process.env['PACELINE'] ? new PacelineTransport() : new WebSocketTransport();
const upgraded: Connection[] = [];
transport.server!.on('upgrade', (_, socket: Connection) => upgraded.push(socket));

class ObservedRoom extends StateHandlerRoom {
  override onCreate(): void {
    super.onCreate();
    this.onMessage('kill my connection', () => {
      upgraded.find(({ destroyed }) => !destroyed)!.destroy(); // a standby is younger than the one it stands by
    });
    this.onMessage('facts', (client) => {
      const { wss } = transport as unknown as { readonly wss: Partial<PacelineWebSocketServer> };
      client.send('facts', { sessions: wss.sessions?.length ?? 0, connections: upgraded.length });
    });
  }
}

const server = new Server({ transport, greet: false });
server.define('state_handler', ObservedRoom);
await server.listen(0);
process.stdout.write(String((transport.server!.address() as { readonly port: number }).port));
