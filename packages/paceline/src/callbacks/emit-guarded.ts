import { type EventEmitter, errorMonitor } from 'node:events';
import { guard, type Reporter } from './guard.ts';

/**
 * Emits an event as EventEmitter does. If a listener throws or rejects, the error is reported, and
 * the other listeners are still called. An 'error' without a listener is reported, too. With a
 * plain EventEmitter, each of these errors could end the process.
 */
export function emitGuarded(
  emitter: EventEmitter,
  reporter: Reporter,
  type: string | symbol,
  args: readonly unknown[],
): boolean {
  if (type === 'error') emitGuarded(emitter, reporter, errorMonitor, args);
  const listeners = emitter.rawListeners(type);
  if (listeners.length === 0 && type === 'error') reporter.reportError(args[0]);
  for (const listener of listeners) guard(reporter, () => Reflect.apply(listener, emitter, args) as unknown);
  return listeners.length > 0;
}
