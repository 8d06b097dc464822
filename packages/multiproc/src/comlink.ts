import { checkKind } from '@doha/loop/options';
import { type Endpoint, expose, type Remote, wrap as wrapEndpoint } from 'comlink';
import type { Functions } from './task/task-kind.ts';
import type { WorkerHandle } from './pool/worker-handle.ts';

const name = 'comlink';

/**
 * Exposes an object of this worker to `wrap`, as Comlink's `expose` does. Calls of the object use a
 * port of their own and do not wait in the queue of the pool. Throws a TypeError if `exposed` is
 * not the result of `expose`, and a RangeError if the worker has offered an object already.
 */
export function offer(exposed: Accepting, object: unknown): void {
  const isExposed = typeof (exposed as Partial<typeof exposed> | undefined)?.accept === 'function';
  checkKind('offer: exposed', isExposed, 'what expose() has returned', exposed);
  exposed.accept(name, (port) => expose(object, port));
}

/**
 * Returns a proxy of the object that a worker offers, as Comlink's `wrap` does. When the worker is lost, pending and later calls reject with a
 * `WorkerLostError`: call `wrap` again for the replacement. Release the proxy by `proxy[releaseProxy]()`. Throws a TypeError if `worker` is
 * not a worker handle.
 */
export function wrap<T>(worker: Connectable): Remote<T> {
  const isHandle = typeof (worker as Partial<Connectable> | undefined)?.connect === 'function';
  checkKind('wrap: worker', isHandle, 'a worker handle, such as proc.worker(0)', worker);
  return wrapEndpoint<T>(new MortalEndpoint(worker));
}

/** The result of `expose`, or of `join`. */
interface Accepting {
  accept(name: string, acceptor: (port: MessagePort) => unknown): unknown;
}

type Connectable = Pick<WorkerHandle<Functions>, 'connect'>;

/** A request of Comlink; see its `protocol.d.ts`. */
interface Request {
  readonly id: string;
  readonly type: string;
}

/** A port that rejects all calls after the worker at its other end was lost. */
class MortalEndpoint implements Endpoint {
  #port: MessagePort;
  #pending: Set<string> = new Set(); // ids of requests
  #listener: (event: MessageEvent) => void = () => {};
  #loss: Error | undefined;
  #releasedBy: string | undefined;

  constructor(worker: Connectable) {
    this.#port = worker.connect(name, (loss) => this.#lose(loss));
    this.#port.onmessage = ({ data }) => this.#answered(data as Request);
  }

  /** @internal */
  postMessage(request: Request, transfer: Transferable[] = []): void {
    if (this.#loss !== undefined) return this.#refuse(request, transfer);
    this.#port.postMessage(request, transfer); // throws if the request cannot be copied; then nothing is pending
    this.#pending.add(request.id);
    if (request.type === 'RELEASE') this.#releasedBy = request.id;
  }

  /** @internal */
  addEventListener(_: string, listener: EventListenerOrEventListenerObject): void {
    this.#listener = listener as (event: Event) => void;
  }

  /** @internal */
  removeEventListener(): void {
    this.#listener = () => {};
  }

  #answered(data: Request): void {
    this.#pending.delete(data.id);
    if (data.id === this.#releasedBy) this.#port.close();
    this.#listener(new MessageEvent('message', { data }));
  }

  // Closes the transferred ports, because no thread receives them, and an open port would keep a
  // Node process alive.
  #refuse({ id }: Request, transfer: readonly Transferable[]): void {
    for (const object of transfer) if (object instanceof MessagePort) object.close();
    queueMicrotask(() => this.#reject(id));
  }

  #lose(loss: Error): void {
    this.#loss = loss;
    for (const id of this.#pending) this.#reject(id);
    this.#pending.clear();
  }

  // Answers as if the worker had thrown the error.
  #reject(id: string): void {
    const thrown = { isError: false, value: this.#loss };
    const data = { id, type: 'HANDLER', name: 'throw', value: thrown };
    this.#listener(new MessageEvent('message', { data }));
  }
}
