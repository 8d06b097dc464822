import type { Host } from '../host/host.ts';
import { checkInstance, checkKind, checkNumber } from '../options.ts';
import { Task } from './task.ts';
import { Timer } from './timer.ts';

/** Throws a TypeError that names `action` unless `item` is a task or a timer. */
export function checkItem(action: string, item: unknown): void {
  if (item instanceof Task || item instanceof Timer) return; // checked first, because building the text costs more
  checkInstance(`EventLoop.${action}: item`, false, 'a Task or a Timer', item);
}

/**
 * Throws a TypeError or RangeError about `item` or `priority`. At least one of them must be
 * invalid.
 */
export function checkPriority(item: unknown, priority: unknown): void {
  checkItem('submit', item);
  checkNumber('EventLoop.submit: priority', priority);
}

/** Throws a TypeError unless `host` has a method `now`. */
export function checkHost(host: unknown): void {
  checkKind(
    'EventLoop: host',
    typeof (host as Partial<Host> | null)?.now === 'function',
    'a clock with a method now',
    host,
  );
}
