import { nameLifetimeLock, whenReleased } from './lifetime-lock.ts';
import { isWorkerScope, type NodePort, nodeParentPort, receiveFrom } from './parent-port.ts';

/** One end of a channel between two threads. */
export interface Endpoint {
  /** Throws a DataCloneError if the message holds what cannot be copied. */
  post(message: unknown, transfer: readonly Transferable[]): void;
  /** To be called once; what came before is delivered then. */
  listen(listener: EndpointListener): void;
  /**
   * Nothing is sent or delivered any more. A worker at the other end is ended. Resolves when its thread has ended, as far as the platform
   * shows that.
   */
  close(): Promise<void>;
  /**
   * Ends the worker at the other end. What it has sent until then is still delivered, and then `lost` is called with `reason`. Undefined where the
   * platform drops these messages.
   */
  readonly end?: ((reason: Error) => void) | undefined;
  /** Name of the Web Lock that the worker at the other end must hold so that `close` can wait for the end of its thread. */
  readonly lifetimeLock?: string | undefined;
}

export interface EndpointListener {
  readonly message: (message: unknown) => void;
  /** The other end has gone, or a message of it could not be read. */
  readonly lost: (reason: Error) => void;
}

/** A Web Worker, or a `Worker` of `node:worker_threads`. */
export type AnyWorker = Worker | NodeWorker;

/** The part of Node's `Worker` that is used; declared here so that the package needs no types of Node. */
export interface NodeWorker {
  postMessage(message: unknown, transfer?: readonly never[]): void;
  on(event: string, listener: (value: unknown) => void): unknown;
  terminate(): Promise<number>;
}

/** This thread's end of the channel to a worker that it has started. */
export function endpointOfWorker(worker: AnyWorker): Endpoint {
  return 'on' in worker ? endpointOfNodeWorker(worker) : endpointOfWebWorker(worker);
}

function endpointOfWebWorker(worker: Worker): Endpoint {
  const lifetimeLock = nameLifetimeLock();
  const terminate = worker.terminate.bind(worker);
  return {
    lifetimeLock,
    post: (message, transfer) => worker.postMessage(message, transfer as Transferable[]),
    listen({ message, lost }) {
      worker.addEventListener('message', ({ data }) => message(data));
      worker.addEventListener('messageerror', () => lost(unreadable()));
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        // Without a message the script, or one that it imports, could not be loaded or parsed.
        const { error, message: text } = event as { error: unknown; message: string };
        lost(new Error(text || 'its script could not be loaded or parsed', { cause: error }));
      });
      // No event tells of it.
      worker.terminate = () => {
        terminate();
        lost(new Error('the application terminated it'));
      };
    },
    close() {
      terminate();
      return whenReleased(lifetimeLock);
    },
  };
}

function endpointOfNodeWorker(worker: NodeWorker): Endpoint {
  let reason: Error | undefined;
  return {
    end(given) {
      reason ??= given;
      void worker.terminate();
    },
    post: (message, transfer) => worker.postMessage(message, transfer as readonly never[]),
    listen({ message, lost }) {
      worker.on('message', message);
      worker.on('messageerror', () => lost(unreadable()));
      // This can come before messages that were sent earlier. Node delivers all of them before `exit`.
      worker.on('error', (error) => (reason ??= error as Error));
      worker.on('exit', (code) => lost(reason ?? new Error(`it exited with code ${String(code)}`)));
    },
    close: async () => void (await worker.terminate()),
  };
}

/** An endpoint whose messages can be taken before they are delivered, where the platform can do that. */
export interface PortEndpoint extends Endpoint {
  /** Takes the next message that has come. Returns undefined if there is none, or it cannot be read. */
  take(): { readonly message: unknown } | undefined;
}

/** An end of a `MessageChannel`. */
export function endpointOfPort(port: MessagePort): PortEndpoint {
  return {
    take() {
      try {
        return receiveFrom(port);
      } catch {
        return undefined;
      }
    },
    post: (message, transfer) => port.postMessage(message, transfer as Transferable[]),
    listen({ message, lost }) {
      port.onmessage = ({ data }) => message(data);
      port.onmessageerror = () => lost(unreadable());
    },
    close: async () => port.close(),
  };
}

/** The end of a worker's channel to the thread that started it; undefined in a thread that is no worker. */
export function endpointOfParent(): Endpoint | undefined {
  if (isWorkerScope()) return endpointOfScope(globalThis as unknown as WorkerScope);
  const port = nodeParentPort();
  return port === undefined ? undefined : endpointOfNodePort(port);
}

/** What is used of a worker's global scope; the types of workers and those of pages exclude one another. */
interface WorkerScope extends EventTarget {
  postMessage(message: unknown, transfer: readonly Transferable[]): void;
  close(): void;
}

function endpointOfScope(scope: WorkerScope): Endpoint {
  return {
    post: (message, transfer) => scope.postMessage(message, transfer),
    listen({ message, lost }) {
      scope.addEventListener('message', (event) => message((event as MessageEvent).data));
      scope.addEventListener('messageerror', () => lost(unreadable()));
    },
    close: async () => scope.close(),
  };
}

function endpointOfNodePort(port: NodePort): Endpoint {
  return {
    post: (message, transfer) => port.postMessage(message, transfer),
    listen({ message, lost }) {
      port.on('message', message);
      port.on('messageerror', () => lost(unreadable()));
    },
    close: async () => port.close(),
  };
}

function unreadable(): Error {
  return new Error('it sent a message that cannot be read');
}
