import { formatVersion } from './message-format.ts';

const key = '@doha/multiproc';

/**
 * The first message of a pool to a worker, with the version of the format. A worker is silent until it comes, because its parent may be
 * another program that uses the same module. Only one that is closed before says so, because the platform does not tell.
 */
export function hello(): Readonly<Record<typeof key, number>> {
  return { [key]: formatVersion };
}

/** Whether a message is a pool's hello, of any version. */
export function isHello(message: unknown): boolean {
  return typeof message === 'object' && message !== null && key in message;
}
