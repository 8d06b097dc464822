import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { longestFrame, maxCredentials, recordType, sessionNameSize, version } from './layout.ts';

/** What either end can take. */
export interface Settings {
  /** Bytes of the longest message. */
  readonly longestMessage: number;
  /** Bytes of messages that have begun and not ended. */
  readonly mostUnfinished: number;
  /** Bytes of messages that the application has not taken. */
  readonly receiveWindow: number;
  /** Channels that the client means to have besides the active one, or the server takes. */
  readonly standbys: number;
  /** Streams that the other end may have opened, and that both have not closed. */
  readonly mostStreams: number;
  /** Bits per second that acknowledgements of what this end sends may take; the other end may let them take less. */
  readonly ackRate: number;
  /** Bytes of messages of one stream that the application has not read. */
  readonly streamWindow: number;
}

/** The key of each setting is its place, from 1. */
const keys = [
  'longestMessage',
  'mostUnfinished',
  'receiveWindow',
  'standbys',
  'mostStreams',
  'ackRate',
  'streamWindow',
] as const;

const mostSettings = 64;

/** What every end can take, whatever it says. */
export const leastSettings: Settings = {
  longestMessage: 2 ** 16,
  mostUnfinished: 2 ** 18,
  receiveWindow: 2 ** 18,
  standbys: 0,
  mostStreams: 16,
  ackRate: 20_000,
  streamWindow: 2 ** 16,
};

/** The first frame of a client. */
export interface Greeting {
  /** The session to which the channel is to be added; undefined: a new one. */
  readonly session: Uint8Array | undefined;
  readonly settings: Settings;
  /** By which the application knows the client. */
  readonly credentials: string;
}

/** The first frame of a server. */
export interface Welcome {
  readonly session: Uint8Array;
  readonly settings: Settings;
  /** The application's subprotocol; empty: none. */
  readonly protocol: string;
}

const purpose = { open: 0, bind: 1 } as const;

export function writeGreeting({ credentials, session, settings }: Greeting): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  writer.byte(recordType.greeting);
  writer.byte(version);
  writer.byte(session === undefined ? purpose.open : purpose.bind);
  writer.bytes(session ?? new Uint8Array(sessionNameSize));
  writeSettings(writer, settings);
  writer.text(credentials);
  return writer.take();
}

export function writeWelcome({ protocol, session, settings }: Welcome): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  writer.byte(recordType.welcome);
  writer.byte(version);
  writer.bytes(session);
  writeSettings(writer, settings);
  writer.text(protocol);
  return writer.take();
}

/** Reads what a client has sent first; a text says what is wrong with it. */
export function readGreeting(frame: Uint8Array): Greeting | string {
  const reader = begin(frame, recordType.greeting);
  const why = reader.byte();
  if (why > purpose.bind) reader.fail('the purpose is unknown');
  const session = reader.bytes(sessionNameSize).slice();
  const settings = readSettings(reader);
  const credentials = reader.text('a credential', maxCredentials);
  return faultOf(reader) ?? { session: why === purpose.bind ? session : undefined, settings, credentials };
}

/** Reads what a server has answered; a text says what is wrong with it. */
export function readWelcome(frame: Uint8Array): Welcome | string {
  const reader = begin(frame, recordType.welcome);
  const session = reader.bytes(sessionNameSize).slice();
  const settings = readSettings(reader);
  const protocol = reader.text('the subprotocol', longestFrame);
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
  const settings = { ...leastSettings };
  const count = reader.varint();
  if (count > mostSettings) reader.fail('it has too many settings');
  for (let i = 0; i < count && reader.fault === undefined; i++) {
    const key = keys[reader.varint() - 1];
    const value = reader.varint();
    if (key !== undefined) settings[key] = Math.max(value, settings[key]);
  }
  return { ...settings, mostUnfinished: Math.max(settings.mostUnfinished, settings.longestMessage) };
}

function faultOf(reader: ByteReader): string | undefined {
  return reader.fault ?? (reader.left > 0 ? 'it goes on after its end' : undefined);
}
