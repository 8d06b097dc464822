import { checkKind } from '@doha/loop/options';
import { checkTransferables } from './check-transferables.ts';
import type { Transferable } from '../platform-types.ts';

const transfers = new WeakMap<object, readonly Transferable[]>();

/**
 * Marks objects in the result of a task, or in the state of an entity, so that they are transferred
 * instead of copied: `return transfer(row, [row.buffer])`.
 *
 * Returns `value`. Throws a TypeError if `value` is not an object or `objects` is not an array of
 * transferable objects.
 */
export function transfer<T extends object>(value: T, objects: readonly Transferable[]): T {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  checkKind('transfer: value', isObject, 'an object', value);
  checkTransferables('transfer: objects', objects);
  transfers.set(value, [...objects]);
  return value;
}

/** Returns the objects to transfer with a value. */
export function transfersOf(value: unknown): readonly Transferable[] | undefined {
  return typeof value === 'object' && value !== null ? transfers.get(value) : undefined;
}
