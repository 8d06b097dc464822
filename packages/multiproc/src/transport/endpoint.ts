import { nameLifetimeLock, whenReleased } from './lifetime-lock.ts';
import { isWorkerScope, type NodePort, nodeParentPort, receiveFrom } from './parent-port.ts';
import type { MessagePort, Transferable, Worker } from '../platform-types.ts';

/** One end of a channel between two threads. */
export interface Endpoint {
  /** Throws a DataCloneError if the message cannot be copied. */
  post(message: unknown, transfer: readonly Transferable[]): void;
  /** Called once. Delivers the messages that have arrived before. */
  listen(listener: EndpointListener): void;
  /** Stops sending and delivering, and terminates a worker at the other end. Resolves when its thread has ended, as far as the platform reports that. */
  close(): Promise<void>;
  /**
   * Terminates the worker at the other end, but delivers the messages that it has sent before. Then calls `lost` with `reason`. Undefined if the platform
   * drops these messages.
   */
  readonly end?: ((reason: Error) => void) | undefined;
  /** Lets a Node process end while this channel is open. Called after `listen`. Undefined, or without effect, where nothing keeps a process alive. */
  readonly unref?: (() => void) | undefined;
  /** Name of the Web Lock that the worker must hold so that `close` can wait for the end of its thread. */
  readonly lifetimeLock?: string | undefined;
}

export interface EndpointListener {
  readonly message: (message: unknown) => void;
  /** Called when the other end is gone or has an uncaught error, or when one of its messages cannot be read. */
  readonly lost: (reason: Error) => void;
}

/** A Web Worker, or a `Worker` of `node:worker_threads`. */
export type AnyWorker = Worker | NodeWorker;

/** The used part of Node's `Worker`, declared here so that the package needs no types of Node. */
export interface NodeWorker {
  postMessage(message: unknown, transfer?: readonly never[]): void;
  on(event: string, listener: (value: unknown) => void): unknown;
  terminate(): Promise<number>;
  unref?(): void;
}

/** A thread of Node has exited without an error, or the application has terminated it. */
export class ExitError extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`it exited with code ${code}`);
    this.code = code;
  }
}

const notLoaded =
  'its script, or a module that it imports, could not be loaded: it was not found, has a syntax error, is no JavaScript, is at another origin, has an import at another origin that does not allow this page (CORS), or is forbidden by a Content Security Policy';

/** Returns this thread's end of the channel to a worker that it has started. */
export function endpointOfWorker(worker: AnyWorker): Endpoint {
  return 'on' in worker ? endpointOfNodeWorker(worker) : endpointOfWebWorker(worker);
}

function endpointOfWebWorker(worker: Worker): Endpoint {
  const lifetimeLock = nameLifetimeLock();
  const terminate = worker.terminate.bind(worker);
  return {
    lifetimeLock,
    post: (message, transfer) => worker.postMessage(message, transfer as globalThis.Transferable[]),
    listen({ message, lost }) {
      worker.addEventListener('message', ({ data }) => message(data));
      worker.addEventListener('messageerror', () => lost(unreadable()));
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        // Without a message, the script or one of its imports could not be loaded. Browsers do not say why.
        const { error, message: text } = event as { error: unknown; message: string };
        lost(new Error(text || notLoaded, { cause: error }));
      });
      // No event reports a call of `terminate`.
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
      // This event can arrive before earlier messages. Node delivers all messages before `exit`.
      worker.on('error', (error) => (reason ??= error as Error));
      worker.on('exit', (code) => lost(reason ?? new ExitError(code as number)));
    },
    close: async () => void (await worker.terminate()),
    unref: () => worker.unref?.(),
  };
}

/** An endpoint whose messages can be read before the platform delivers them (in Node). */
export interface PortEndpoint extends Endpoint {
  /** Reads the next waiting message. Returns undefined if there is none, if it cannot be read, and in browsers. */
  take(): { readonly message: unknown } | undefined;
}

/** Returns the endpoint of a `MessagePort`. */
export function endpointOfPort(port: MessagePort): PortEndpoint {
  return {
    take() {
      try {
        return receiveFrom(port);
      } catch {
        return undefined;
      }
    },
    post: (message, transfer) => port.postMessage(message, transfer as globalThis.Transferable[]),
    listen({ message, lost }) {
      port.onmessage = ({ data }) => message(data);
      port.onmessageerror = () => lost(unreadable());
    },
    close: async () => port.close(),
    unref: () => (port as Partial<UnrefablePort>).unref?.(),
  };
}

/** The part of Node's ports that browsers do not have. */
interface UnrefablePort {
  unref(): void;
}

/**
 * Returns a worker's end of the channel to the thread that started it; undefined in a thread
 * without such a channel, such as a service worker.
 */
export function endpointOfParent(): Endpoint | undefined {
  if (isWorkerScope())
    return 'postMessage' in globalThis ? endpointOfScope(globalThis as unknown as WorkerScope) : undefined;
  const port = nodeParentPort();
  return port === undefined ? undefined : endpointOfNodePort(port);
}

/** The used part of a worker's global scope. TypeScript cannot load the types of workers beside those of pages. */
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
