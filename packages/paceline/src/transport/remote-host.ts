import type { Socket } from './socket-link.ts';

/**
 * Returns the host of a peer for `ConnectionInfo`. Undefined for this machine: a proxy may run here,
 * behind which there are several peers.
 */
export function remoteHost(host: string | undefined): string | undefined {
  return host === undefined || loopback.test(host) ? undefined : host;
}

const loopback = /^(localhost$|.*\.localhost$|(::ffff:)?127\.|\[?::1\]?$)/;

/** Returns the host to which a client has connected. Undefined for this machine, and if the socket has no valid URL. */
export function serverHost(socket: Socket): string | undefined {
  try {
    return remoteHost(new URL(socket.url!).hostname);
  } catch {
    return undefined;
  }
}
