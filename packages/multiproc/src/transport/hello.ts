import { formatVersion } from './message-format.ts';

const key = '@doha/multiproc';

/**
 * The first message from a pool to a worker, with the version of the message format. A worker sends
 * nothing before the hello, because its parent may be another program that uses the same module. Only
 * a call of `close()` is reported before, because the platform does not report it.
 */
export function hello(): Readonly<Record<typeof key, number>> {
  return { [key]: formatVersion };
}

/** Returns whether a message is the hello of a pool, of any version. */
export function isHello(message: unknown): boolean {
  return typeof message === 'object' && message !== null && key in message;
}
