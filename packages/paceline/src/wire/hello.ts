import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import type { Bytes } from './bytes.ts';
import { maxFrameSize, maxCredentials, recordType, sessionNameSize, version } from './layout.ts';

/** Limits of an endpoint, which it sends to its peer. */
export interface Settings {
  /** Maximum size of a message, in bytes. */
  readonly maxMessageSize: number;
  /** Maximum size of all incomplete messages, in bytes. */
  readonly reassemblyLimit: number;
  /** Receive window of the session: bytes of unread messages. */
  readonly receiveWindow: number;
  /** Standby channels that the client wants, or that the server allows. */
  readonly standbys: number;
  /** Maximum number of open streams that the peer has opened. */
  readonly maxStreams: number;
  /** Bits per second for acknowledgments of the frames of this endpoint; the peer may use less. */
  readonly ackRate: number;
  /** Receive window of each stream: bytes of its unread messages. */
  readonly streamWindow: number;
}

/** The key of a setting on the wire is its position in this list, from 1. */
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

/** The least values of the settings: smaller values of a peer count as these. */
export const minSettings: Settings = {
  maxMessageSize: 2 ** 16,
  reassemblyLimit: 2 ** 18,
  receiveWindow: 2 ** 18,
  standbys: 0,
  maxStreams: 16,
  ackRate: 20_000,
  streamWindow: 2 ** 16,
};

/** The first frame of a client: asks for a new session, or for another channel of a session. */
export interface ClientHello {
  /** Name of the session that gets the channel; undefined: a new session. */
  readonly sessionName: Uint8Array | undefined;
  readonly settings: Settings;
  /** Identifies the client to the application's `authenticate`. */
  readonly credentials: string;
}

/** The first frame of a server: accepts the channel. */
export interface ServerHello {
  readonly sessionName: Uint8Array;
  readonly settings: Settings;
  /** The application's subprotocol; empty: none. */
  readonly protocol: string;
}

const purposes = { open: 0, bind: 1 } as const;

export function writeClientHello({ credentials, sessionName, settings }: ClientHello): Bytes {
  const writer = new ByteWriter();
  writer.byte(recordType.clientHello);
  writer.byte(version);
  writer.byte(sessionName === undefined ? purposes.open : purposes.bind);
  writer.bytes(sessionName ?? new Uint8Array(sessionNameSize));
  writeSettings(writer, settings);
  writer.text(credentials);
  return writer.take();
}

export function writeServerHello({ protocol, sessionName, settings }: ServerHello): Bytes {
  const writer = new ByteWriter();
  writer.byte(recordType.serverHello);
  writer.byte(version);
  writer.bytes(sessionName);
  writeSettings(writer, settings);
  writer.text(protocol);
  return writer.take();
}

/** Reads the first frame of a client. Returns a description of its fault if it is invalid. */
export function readClientHello(frame: Uint8Array): ClientHello | string {
  const reader = begin(frame, recordType.clientHello);
  const purpose = reader.byte();
  if (purpose > purposes.bind) reader.fail('the purpose is unknown');
  const sessionName = reader.bytes(sessionNameSize).slice();
  const settings = readSettings(reader);
  const credentials = reader.text('a credential', maxCredentials);
  const named = purpose === purposes.bind ? sessionName : undefined;
  return faultOf(reader) ?? { sessionName: named, settings, credentials };
}

/** Reads the first frame of a server. Returns a description of its fault if it is invalid. */
export function readServerHello(frame: Uint8Array): ServerHello | string {
  const reader = begin(frame, recordType.serverHello);
  const sessionName = reader.bytes(sessionNameSize).slice();
  const settings = readSettings(reader);
  const protocol = reader.text('the subprotocol', maxFrameSize);
  return faultOf(reader) ?? { sessionName, settings, protocol };
}

function begin(frame: Uint8Array, type: number): ByteReader {
  const reader = new ByteReader(frame);
  if (reader.byte() !== type) reader.fail('it is not a hello');
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
  return reader.fault ?? (reader.left > 0 ? 'bytes follow its end' : undefined);
}
