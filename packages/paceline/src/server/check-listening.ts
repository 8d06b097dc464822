import { checkKind, checkNumber } from '@doha/loop/options';

/** The options of a server that tell where it listens. */
export interface Listening {
  readonly port?: unknown;
  readonly server?: unknown;
}

/** The methods of `server` that are used, here and by `ws`. An application of Express or Koa also has `on`, but is no server. */
const methods = ['address', 'listenerCount', 'off', 'on', 'once', 'removeListener'] as const;

/**
 * Throws a RangeError or a TypeError if `port` or `server` is invalid. `what`: name of the server's
 * class, for the message.
 */
export function checkListening(what: string, { port, server }: Listening): void {
  if (port !== undefined) checkNumber(`${what}: port`, port, { min: 0, max: 65_535, whole: true });
  if (server === undefined) return;
  const given = server as Partial<Record<string, unknown>> | null;
  const isServer = methods.every((name) => typeof given?.[name] === 'function');
  checkKind(`${what}: server`, isServer, 'an http.Server or https.Server, such as listen() returns', server);
}
