import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';

/** A frame of a client (RFC 6455 §5.2); omitted fields have valid values. */
export interface RawFrame {
  readonly opcode: number;
  readonly payload?: string | Uint8Array;
  readonly fin?: boolean;
  /** The three reserved bits. */
  readonly rsv?: number;
  readonly isMasked?: boolean;
  /** Bytes of the extended length field: 0, 2 or 8; default: the minimum. */
  readonly lengthSize?: 0 | 2 | 8;
}

export const opcode = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

const mask = Uint8Array.of(0x37, 0xfa, 0x21, 0x3d);

export function bytesOfFrame(frame: RawFrame): Buffer {
  const { fin = true, isMasked = true, payload = '', rsv = 0 } = frame;
  const data = Buffer.from(payload as Uint8Array);
  const { lengthSize = data.length < 126 ? 0 : data.length < 2 ** 16 ? 2 : 8 } = frame;
  const length = Buffer.alloc(lengthSize);
  if (lengthSize === 2) length.writeUInt16BE(data.length);
  if (lengthSize === 8) length.writeBigUInt64BE(BigInt(data.length));
  const short = lengthSize === 0 ? data.length : lengthSize === 2 ? 126 : 127;
  const head = Buffer.of((fin ? 0x80 : 0) | (rsv << 4) | frame.opcode, (isMasked ? 0x80 : 0) | short);
  if (isMasked) for (let i = 0; i < data.length; i++) data[i]! ^= mask[i % 4]!;
  return Buffer.concat([head, length, isMasked ? mask : Buffer.alloc(0), data]);
}

/** The payload of a close frame. */
export function closing(code: number, reason: string | Uint8Array = ''): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(code);
  return Buffer.concat([bytes, Buffer.from(reason as Uint8Array)]);
}

/** Opens a WebSocket on a TCP socket, which is returned. `protocol`: the offered subprotocol. */
export async function handshake(port: number, protocol?: string): Promise<Socket> {
  const socket = createConnection({ port, host: '127.0.0.1' });
  socket.on('error', () => {}); // a server may cut the connection
  const offer = protocol === undefined ? '' : `Sec-WebSocket-Protocol: ${protocol}\r\n`;
  const key = `${offer}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13`;
  socket.write(
    `GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n\r\n`,
  );
  await once(socket, 'data');
  return socket;
}

/** The frames that a server sends until it ends the connection, as texts. */
export async function framesUntilEnd(socket: Socket): Promise<string[]> {
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  await once(socket, 'close');
  return shownFrames(Buffer.concat(parts));
}

function shownFrames(bytes: Buffer): string[] {
  const frames: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const short = bytes[at + 1]!;
    const [from, length] =
      short < 126
        ? [at + 2, short]
        : short === 126
          ? [at + 4, bytes.readUInt16BE(at + 2)]
          : [at + 10, Number(bytes.readBigUInt64BE(at + 2))];
    frames.push(shownFrame(bytes[at]!, bytes.subarray(from, from + length)));
    at = from + length;
  }
  return frames;
}

function shownFrame(first: number, payload: Buffer): string {
  const names = new Map<number, string>(Object.entries(opcode).map(([name, code]) => [0x80 | code, name]));
  const name = names.get(first) ?? `first byte ${first}`;
  if (name === 'close')
    return payload.length < 2
      ? 'close'
      : `close ${payload.readUInt16BE()} ${payload.subarray(2).toString()}`.trim();
  return `${name} ${payload.length > 80 ? `of ${payload.length} bytes` : payload.toString('latin1')}`.trim();
}
