import { checkKind } from '@doha/loop/options';

/** Throws a TypeError that names `what` unless `value` has the methods of an EventLoop, perhaps of another copy of @doha/loop, and is not disposed. */
export function checkLoop(what: string, value: unknown): void {
  const { disposed, submit } = (value ?? {}) as { readonly disposed?: unknown; readonly submit?: unknown };
  checkKind(what, typeof submit === 'function', 'an EventLoop', value);
  checkKind(what, disposed !== true, 'an EventLoop that is not disposed', value);
}
