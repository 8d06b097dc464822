import type { Host } from './host.ts';
import { NodeHost } from './node-host.ts';
import { WebHost } from './web-host.ts';

/** The host of the thread that calls: {@link NodeHost} in Node, {@link WebHost} in a browser's window or worker. */
export function defaultHost(): Host {
  return 'setImmediate' in globalThis ? new NodeHost() : new WebHost();
}
