import { checkKind } from '@doha/loop/options';

/** Throws a TypeError that names `what` unless `value` has the methods of an EventLoop, perhaps of another copy of @doha/loop. */
export function checkLoop(what: string, value: unknown): void {
  const { submit } = (value ?? {}) as { readonly submit?: unknown };
  checkKind(what, typeof submit === 'function', 'an EventLoop', value);
}
