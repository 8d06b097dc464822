import type { SubmitOptions } from '../task/remote-task.ts';
import type { MethodsOf } from '../task/task-function.ts';
import type { ResultOf, TaskKind } from '../task/task-kind.ts';
import type { Endpoint } from '../transport/endpoint.ts';
import type { ArgumentsOf } from '../transport/remote-methods.ts';
import type { Exposed } from '../worker/expose.ts';
import type { Peer } from './peer.ts';
import { SharedState } from './shared-state.ts';
import type { MessagePort } from '../platform-types.ts';

/**
 * A worker of a shared pool: its access to the shared topics, tables, ids and entities, and the
 * members of {@link Exposed}.
 */
export class SharingWorker<Functions> extends SharedState {
  #exposed: Exposed<Functions>;

  /** @internal */
  constructor(exposed: Exposed<Functions>, peer: Peer) {
    super(peer);
    this.#exposed = exposed;
  }

  /** As {@link Exposed.functions}. */
  get functions(): MethodsOf<Functions> {
    return this.#exposed.functions;
  }

  /** As {@link Exposed.task}. */
  task<Name extends keyof MethodsOf<Functions> & string>(
    name: Name,
    defaults?: Readonly<SubmitOptions>,
  ): TaskKind<Functions[Name]> {
    return this.#exposed.task(name, defaults);
  }

  /** As {@link Exposed.run}. */
  run<Name extends keyof MethodsOf<Functions> & string>(
    name: Name,
    args: Readonly<ArgumentsOf<Functions[Name]>>,
    options?: Readonly<SubmitOptions>,
  ): Promise<ResultOf<Functions[Name]>> {
    return this.#exposed.run(name, args, options);
  }

  /** As {@link Exposed.accept}. */
  accept(name: string, acceptor: (port: MessagePort) => unknown): this {
    this.#exposed.accept(name, acceptor);
    return this;
  }

  /** @internal */
  serveInTurn(endpoint: Endpoint): Promise<() => Promise<void>> {
    return this.#exposed.serveInTurn(endpoint);
  }
}
