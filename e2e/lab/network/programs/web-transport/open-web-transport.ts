import type { ConnectionOptions } from '../flow.ts';

type Options = Pick<ConnectionOptions, 'host' | 'port' | 'tls' | 'transport'>;

/** Opens a connection of WebTransport. Throws a TypeError without a certificate, or if the browser does not take the hint for congestion control. */
export async function openWebTransport({ host, port, tls, transport }: Options): Promise<WebTransport> {
  if (tls === undefined) throw new TypeError('openWebTransport: the option tls must be given');
  const value = await fingerprintOf(tls.cert);
  const congestionControl = transport === 'webTransport low-latency' ? 'low-latency' : 'default';
  const session = new WebTransport(`https://${host}:${port}`, {
    serverCertificateHashes: [{ algorithm: 'sha-256', value }],
    congestionControl,
  });
  await session.ready;
  if (transport === 'webTransport low-latency' && hintOf(session) !== congestionControl)
    throw new TypeError('openWebTransport: the browser ignores congestionControl');
  return session;
}

/** The congestion control that the browser confirms. The types of TypeScript lack it. */
function hintOf(session: WebTransport): string | undefined {
  return (session as { readonly congestionControl?: string }).congestionControl;
}

/** The SHA-256 of a certificate in the PEM format. */
function fingerprintOf(pem: string): Promise<ArrayBuffer> {
  const base64 = pem.replace(/-----[^-]+-----|\s/g, '');
  const der = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return crypto.subtle.digest('SHA-256', der);
}
