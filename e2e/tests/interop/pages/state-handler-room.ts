import { type Client, Room } from '@colyseus/core';
import { MapSchema, schema, type SchemaType } from '@colyseus/schema';

const Player = schema({ x: 'number', y: 'number' }, 'Player');
const State = schema({ players: { map: Player }, turns: 'number' }, 'State');

interface Movement {
  readonly x?: number;
  readonly y?: number;
}

/** The state handler of Colyseus's examples. It also echoes, broadcasts, and disconnects clients. */
export class StateHandlerRoom extends Room<SchemaType<typeof State>> {
  override maxClients = 4;
  override patchRate = 10;
  override state: SchemaType<typeof State> = new State({ players: new MapSchema(), turns: 0 });

  override onCreate(): void {
    this.onMessage('move', (client, movement: Movement) => this.#move(client.sessionId, movement));
    this.onMessage('echo', (client, message: unknown) => client.send('echo', message));
    this.onMessage('shout', (client, text: string) => this.broadcast('shout', text, { except: client }));
    this.onMessage('kick me', (client) => client.leave(4123));
    this.onMessage('drop me', (client) => (client.ref as unknown as { terminate(): void }).terminate());
  }

  override onJoin(client: Client): void {
    client.send('hello', 'world');
    this.state.players.set(client.sessionId, new Player({ x: 0, y: 0 }));
  }

  override async onLeave(client: Client, consented: boolean): Promise<void> {
    try {
      if (!consented) return void (await this.allowReconnection(client, 2));
    } catch {
      // the client has not reconnected in time
    }
    this.state.players.delete(client.sessionId);
  }

  #move(name: string, { x = 0, y = 0 }: Movement): void {
    const player = this.state.players.get(name)!;
    player.x += x;
    player.y += y;
    this.state.turns++;
  }
}
