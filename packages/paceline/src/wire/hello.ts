import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { maxFrameSize, maxCredentials, recordType, sessionNameSize, version } from './layout.ts';

/** What either end can take. */
export interface Settings {
  /** Bytes of the longest message. */
  readonly maxMessageSize: number;
  /** Bytes of messages that have begun and not ended. */
  readonly reassemblyLimit: number;
  /** Bytes of messages that the application has not taken. */
  readonly receiveWindow: number;
  /** Channels that the client means to have besides the active one, or the server takes. */
  readonly standbys: number;
  /** Streams that the other end may have opened, and that both have not closed. */
  readonly maxStreams: number;
  /** Bits per second that acknowledgements of what this end sends may take; the other end may let them take less. */
  readonly ackRate: number;
  /** Bytes of messages of one stream that the application has not read. */
  readonly streamWindow: number;
}

/** The key of each setting is its place, from 1. */
const keys = [
  'maxMessageSize',
  'reassemblyLimit',
  'receiveWindow',
  'standbys',
  'maxStreams',
  'ackRate',
  'streamWindow',
] as const;

const maxSettings = 64;

/** What every end can take, whatever it says. */
export const minSettings: Settings = {
  maxMessageSize: 2 ** 16,
  reassemblyLimit: 2 ** 18,
  receiveWindow: 2 ** 18,
  standbys: 0,
  maxStreams: 16,
  ackRate: 20_000,
  streamWindow: 2 ** 16,
};

/** The first frame of a client. */
export interface ClientHello {
  /** The session to which the channel is to be added; undefined: a new one. */
  readonly session: Uint8Array | undefined;
  readonly settings: Settings;
  /** By which the application knows the client. */
  readonly credentials: string;
}

/** The first frame of a server. */
export interface ServerHello {
  readonly session: Uint8Array;
  readonly settings: Settings;
  /** The application's subprotocol; empty: none. */
  readonly protocol: string;
}

const purpose = { open: 0, bind: 1 } as const;

export function writeClientHello({ credentials, session, settings }: ClientHello): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  writer.byte(recordType.clientHello);
  writer.byte(version);
  writer.byte(session === undefined ? purpose.open : purpose.bind);
  writer.bytes(session ?? new Uint8Array(sessionNameSize));
  writeSettings(writer, settings);
  writer.text(credentials);
  return writer.take();
}

export function writeServerHello({ protocol, session, settings }: ServerHello): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  writer.byte(recordType.serverHello);
  writer.byte(version);
  writer.bytes(session);
  writeSettings(writer, settings);
  writer.text(protocol);
  return writer.take();
}

/** Reads what a client has sent first; a text says what is wrong with it. */
export function readClientHello(frame: Uint8Array): ClientHello | string {
  const reader = begin(frame, recordType.clientHello);
  const why = reader.byte();
  if (why > purpose.bind) reader.fail('the purpose is unknown');
  const session = reader.bytes(sessionNameSize).slice();
  const settings = readSettings(reader);
  const credentials = reader.text('a credential', maxCredentials);
  return faultOf(reader) ?? { session: why === purpose.bind ? session : undefined, settings, credentials };
}

/** Reads what a server has answered; a text says what is wrong with it. */
export function readServerHello(frame: Uint8Array): ServerHello | string {
  const reader = begin(frame, recordType.serverHello);
  const session = reader.bytes(sessionNameSize).slice();
  const settings = readSettings(reader);
  const protocol = reader.text('the subprotocol', maxFrameSize);
  return faultOf(reader) ?? { session, settings, protocol };
}

function begin(frame: Uint8Array, type: number): ByteReader {
  const reader = new ByteReader(frame);
  if (reader.byte() !== type) reader.fail('it is no greeting');
  if (reader.byte() !== version) reader.fail('the version is unknown');
  return reader;
}

function writeSettings(writer: ByteWriter, settings: Settings): void {
  writer.varint(keys.length);
  for (const [i, key] of keys.entries()) {
    writer.varint(i + 1);
    writer.varint(settings[key]);
  }
}

function readSettings(reader: ByteReader): Settings {
  const settings = { ...minSettings };
  const count = reader.varint();
  if (count > maxSettings) reader.fail('it has too many settings');
  for (let i = 0; i < count && reader.fault === undefined; i++) {
    const key = keys[reader.varint() - 1];
    const value = reader.varint();
    if (key !== undefined) settings[key] = Math.max(value, settings[key]);
  }
  return { ...settings, reassemblyLimit: Math.max(settings.reassemblyLimit, settings.maxMessageSize) };
}

function faultOf(reader: ByteReader): string | undefined {
  return reader.fault ?? (reader.left > 0 ? 'it goes on after its end' : undefined);
}
