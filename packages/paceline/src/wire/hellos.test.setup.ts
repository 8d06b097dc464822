import type { Bytes } from './bytes.ts';
import { minSettings, type Settings, writeClientHello, writeServerHello } from './hello.ts';

/** The client hello of a new session. */
export function clientHello(settings: Partial<Settings> = {}): Bytes {
  return writeClientHello({
    sessionName: undefined,
    settings: { ...minSettings, ...settings },
    credentials: '',
  });
}

/** The server hello of a session whose name consists of zeros. */
export function serverHello(protocol: string): Bytes {
  return writeServerHello({ sessionName: new Uint8Array(32), settings: minSettings, protocol });
}
