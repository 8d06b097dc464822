interface Connection {
  readonly destroyed: boolean;
  destroy(): void;
}

/** An HTTP server, as far as it is needed here. */
interface Upgrading {
  on(event: 'upgrade', listener: (request: unknown, socket: Connection) => void): unknown;
}

/** What a client asks to know of its server. */
export interface Facts {
  /** Sessions that speak Paceline, and WebSockets that were ever made. */
  readonly sessions: number;
  readonly connections: number;
}

/** The connections of a server that became WebSockets. */
export class Upgrades {
  #connections: Connection[] = [];

  constructor(server: Upgrading) {
    server.on('upgrade', (_, socket) => this.#connections.push(socket));
  }

  /** Kills the oldest that is alive: the one in use, since a standby is younger. */
  kill(): void {
    this.#connections.find(({ destroyed }) => !destroyed)!.destroy();
  }

  /** `server`: what takes the WebSockets, by Paceline or not. */
  factsOf(server: { readonly sessions?: readonly unknown[] }): Facts {
    return { sessions: server.sessions?.length ?? 0, connections: this.#connections.length };
  }
}
