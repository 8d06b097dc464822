import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** A record of a frame: its name in the protocol of a channel, and its fields. */
export interface WireRecord {
  readonly name: string;
  readonly data: readonly unknown[];
}

/** Reads all records of a frame. Throws an Error if the frame is invalid. */
export type ReadRecords = (frame: Uint8Array) => readonly WireRecord[];

/** The functions of `packages/paceline/src/wire` that are used here. They return a string if a frame is invalid. */
interface WireModule {
  readonly readFrame: (frame: Uint8Array, receiver: object) => string | undefined;
  readonly readClientHello: (frame: Uint8Array) => string | { readonly sessionName: Uint8Array | undefined };
  readonly readServerHello: (frame: Uint8Array) => string | object;
}

const firstBytes = { clientHello: 0x01, serverHello: 0x02 };

/** Loads the reader of Paceline. The package does not export it, so its modules are bundled. */
export async function loadReader(): Promise<ReadRecords> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export * from './read-frame.ts'; export * from './hello.ts';`,
      resolveDir: fileURLToPath(new URL('../../../../packages/paceline/src/wire', import.meta.url)),
    },
    bundle: true,
    format: 'esm',
    conditions: ['@doha/source'],
    write: false,
  });
  const code = Buffer.from(outputFiles[0]!.contents).toString('base64');
  return readerOf((await import(/* @vite-ignore */ `data:text/javascript;base64,${code}`)) as WireModule);
}

function readerOf({ readClientHello, readFrame, readServerHello }: WireModule): ReadRecords {
  return (frame) => {
    if (frame[0] === firstBytes.clientHello) {
      const hello = valid(readClientHello(frame));
      return [{ name: hello.sessionName === undefined ? 'open' : 'bind', data: [hello] }];
    }
    if (frame[0] === firstBytes.serverHello)
      return [{ name: 'hello', data: [valid(readServerHello(frame))] }];
    const records: WireRecord[] = [];
    // The receiver has a method for each record.
    const receiver = new Proxy(
      {},
      {
        get: (_, name: string) =>
          name === 'isClosed' ? false : (...fields: unknown[]) => void records.push({ name, data: fields }),
      },
    );
    const fault = readFrame(frame, receiver);
    if (fault !== undefined) throw new Error(`invalid frame: ${fault}`);
    return records;
  };
}

function valid<Hello extends object>(hello: Hello | string): Hello {
  if (typeof hello === 'string') throw new Error(`invalid hello: ${hello}`);
  return hello;
}
