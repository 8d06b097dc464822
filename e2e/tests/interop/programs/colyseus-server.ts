import { Server } from '@colyseus/core';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { PacelineTransport } from '@doha/paceline/colyseus';
import type { PacelineWebSocketServer } from '@doha/paceline/node';
import { StateHandlerRoom } from '../pages/state-handler-room.ts';
import { Upgrades } from '../pages/upgrades.ts';

// Runs a Colyseus server with Paceline's transport if PACELINE is set, else with Colyseus's own transport.
// Prints the port.

const transport = process.env['PACELINE'] ? new PacelineTransport() : new WebSocketTransport();
const upgrades = new Upgrades(transport.server!);

class ObservedRoom extends StateHandlerRoom {
  override onCreate(): void {
    super.onCreate();
    this.onMessage('kill my connection', () => upgrades.kill());
    this.onMessage('facts', (client) => {
      const { wss } = transport as unknown as { readonly wss: Partial<PacelineWebSocketServer> };
      client.send('facts', upgrades.factsOf(wss));
    });
  }
}

const server = new Server({ transport, greet: false });
server.define('state_handler', ObservedRoom);
await server.listen(0);
process.stdout.write(String((transport.server!.address() as { readonly port: number }).port));
