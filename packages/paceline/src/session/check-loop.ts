import { checkKind } from '@doha/loop/options';

/**
 * Throws a TypeError that names `what` unless `value` is an EventLoop that is not disposed. The loop
 * may be of another copy of @doha/loop, so its class is not checked.
 */
export function checkLoop(what: string, value: unknown): void {
  const { disposed, submit } = (value ?? {}) as { readonly disposed?: unknown; readonly submit?: unknown };
  checkKind(what, typeof submit === 'function', 'an EventLoop', value);
  checkKind(what, disposed !== true, 'an EventLoop that is not disposed', value);
}
