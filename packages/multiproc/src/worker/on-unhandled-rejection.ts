import { isWorkerScope } from '../transport/parent-port.ts';

// Only Node has it.
declare const process: NodeProcess | undefined;

interface NodeProcess {
  on(event: string, listener: (reason: unknown) => void): unknown;
  listenerCount(event: string): number;
}

interface RejectionEvent extends Event {
  readonly reason: unknown;
}

/**
 * Calls back with the reason of each promise of this worker that rejects without a handler. Without
 * this, Node would end the worker, and a browser would only log the rejection. A listener of the
 * application takes precedence. In browsers it must be added before this call and call
 * `preventDefault`.
 */
export function onUnhandledRejection(report: (reason: unknown) => void): void {
  if (isWorkerScope()) {
    globalThis.addEventListener('unhandledrejection', (event) => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      report((event as RejectionEvent).reason);
    });
  } else if (typeof process !== 'undefined') {
    const node = process;
    node.on('unhandledRejection', (reason) => {
      if (node.listenerCount('unhandledRejection') === 1) report(reason);
    });
  }
}
