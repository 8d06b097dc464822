interface Connection {
  readonly destroyed: boolean;
  destroy(): void;
}

/** The required part of an HTTP server. */
interface Upgrading {
  on(event: 'upgrade', listener: (request: unknown, socket: Connection) => void): unknown;
}

/** Facts about the server that a client can request. */
export interface Facts {
  /** Number of Paceline sessions, and total number of WebSockets so far. */
  readonly sessions: number;
  readonly connections: number;
}

/** The connections of a server that became WebSockets. */
export class Upgrades {
  #connections: Connection[] = [];

  constructor(server: Upgrading) {
    server.on('upgrade', (_, socket) => this.#connections.push(socket));
  }

  /** Kills the oldest open connection. It is the active one, because a standby connection is younger. */
  kill(): void {
    this.#connections.find(({ destroyed }) => !destroyed)!.destroy();
  }

  /** `server`: the server of the WebSockets; `sessions` exists only with Paceline. */
  factsOf(server: { readonly sessions?: readonly unknown[] }): Facts {
    return { sessions: server.sessions?.length ?? 0, connections: this.#connections.length };
  }
}

/** Asks for the facts until the sessions of earlier sockets have ended, up to 1,000 times: on a busy machine, a session whose connection was killed while it closed ends late. */
export async function settledFacts(ask: () => Promise<Facts>): Promise<Facts> {
  for (let requests = 1; ; requests++) {
    const facts = await ask();
    if (facts.sessions === 1 || requests === 1000) return facts;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
