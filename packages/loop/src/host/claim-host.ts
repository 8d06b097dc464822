import type { Host } from './host.ts';

const claimed: WeakSet<Host> = new WeakSet();

/** Throws an Error if another loop uses `host`: with two loops, the first one would get no turns. A plain clock can serve any number of loops. */
export function claimHost(host: Host): void {
  if (host.attach === undefined) return;
  if (claimed.has(host))
    throw new Error(
      'EventLoop: another loop uses this host; create a host for each loop, or dispose that loop first',
    );
  claimed.add(host);
}

/** Lets another loop use `host`. */
export function releaseHost(host: Host): void {
  claimed.delete(host);
}
