import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** A PacelineServer that takes upgrade requests of an http server. */
export interface UpgradeTarget {
  /** The path that the target serves; undefined: all paths that no other target serves. */
  readonly path: string | undefined;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Refuses a request for a path that no target serves. `paths`: the served paths. */
  readonly refusePath: (request: IncomingMessage, socket: Duplex, paths: readonly string[]) => void;
}

const routers: WeakMap<Server, UpgradeRouter> = new WeakMap();

/**
 * Gives each upgrade request of an http server to one target. It has one listener for all targets.
 * If each target had its own listener, no target would know whether another one answers, and two
 * could answer the same request.
 */
export class UpgradeRouter {
  #http: Server;
  #targets: readonly UpgradeTarget[] = []; // the newest first
  #route = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => {}); // answering a client that has disconnected fails
    const target = this.#targetOf(request.url?.split('?', 1)[0]);
    if (target !== undefined) return target.upgrade(request, socket, head);
    if (this.#http.listenerCount('upgrade') > 1) return; // another listener of the application may answer
    const paths = this.#targets.map(({ path }) => path!).toReversed();
    this.#targets[0]!.refusePath(request, socket, [...new Set(paths)]);
  };

  private constructor(http: Server) {
    this.#http = http;
  }

  /** The router of `http`: there is one for each http server. */
  static of(http: Server): UpgradeRouter {
    const router = routers.get(http) ?? new UpgradeRouter(http);
    routers.set(http, router);
    return router;
  }

  /**
   * A target that is added later takes precedence over an older one for the same path, because the
   * older one may be closing.
   */
  add(target: UpgradeTarget): void {
    this.#targets = [target, ...this.#targets];
    const isListening = this.#http.listeners('upgrade').includes(this.#route); // the application may have removed it
    if (!isListening) this.#http.on('upgrade', this.#route);
  }

  remove(target: UpgradeTarget): void {
    this.#targets = this.#targets.filter((one) => one !== target);
    if (this.#targets.length === 0) this.#http.off('upgrade', this.#route);
  }

  #targetOf(requested: string | undefined): UpgradeTarget | undefined {
    const withPath = this.#targets.find(({ path }) => path !== undefined && path === requested);
    return withPath ?? this.#targets.find(({ path }) => path === undefined);
  }
}
