import { checkCallback, checkKind } from '@doha/loop/options';
import type { Bytes } from '../bytes/bytes.ts';
import type { Channel } from './channel.ts';
import type { RecordAnswer, RecordRequest } from './messages.ts';

/** A {@link Channel} over a connection that transports bytes. */
export interface ByteChannel extends Channel {
  /** Passes on a message that has arrived. Throws a TypeError if `bytes` is no Uint8Array, and a SyntaxError if they are no message of a monitor. */
  receive(bytes: Uint8Array): void;
}

/** A message without its numbers. */
type Head = Omit<RecordAnswer, 'memory' | 'numbers'> | RecordRequest;

const lengthSize = 4;

/**
 * Returns a channel over a connection that transports bytes, such as a Paceline stream or a WebSocket: for `Collector.add` at one endpoint and `serveRecorder`
 * at the other one. `send`: sends bytes to the other endpoint, which passes them to `receive`. If it throws, or returns a promise that rejects, `onError` of the
 * collector or of `serveRecorder` receives the error. Throws a TypeError if `send` is no function.
 */
export function byteChannel(send: (bytes: Bytes) => unknown): ByteChannel {
  checkCallback('byteChannel: send', send);
  const channel: ByteChannel = {
    onmessage: null,
    postMessage: (message) => send(bytesOf(message as RecordAnswer | RecordRequest)),
    receive(bytes) {
      checkKind('byteChannel: the argument of receive', bytes instanceof Uint8Array, 'a Uint8Array', bytes);
      channel.onmessage?.({ data: messageOf(bytes) });
    },
  };
  return channel;
}

// The length of the head in bytes, the head in JSON, and the numbers. JSON leaves out members that are undefined.
function bytesOf(message: RecordAnswer | RecordRequest): Bytes {
  const { memory, numbers = empty, ...head } = message as Partial<RecordAnswer>;
  if (memory !== undefined) throw new Error('byteChannel: memory cannot be shared over a connection');
  const json = new TextEncoder().encode(JSON.stringify(head));
  const bytes = new Uint8Array(lengthSize + json.length + numbers.byteLength);
  new DataView(bytes.buffer).setUint32(0, json.length);
  bytes.set(json, lengthSize);
  bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), lengthSize + json.length);
  return bytes;
}

const empty = new Float64Array();

function messageOf(bytes: Uint8Array): Head & { readonly numbers: Float64Array } {
  const length = bytes.length < lengthSize ? Infinity : viewOf(bytes).getUint32(0);
  const rest = bytes.length - lengthSize - length;
  if (!(rest >= 0) || rest % 8 !== 0)
    throw new SyntaxError('byteChannel: the bytes are no message of a monitor');
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(lengthSize, lengthSize + length))) as Head;
  // A copy, because the numbers must begin at a multiple of eight bytes.
  return { ...head, numbers: new Float64Array(bytes.slice(lengthSize + length).buffer) };
}

function viewOf({ buffer, byteLength, byteOffset }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
