import { ByteReader } from './byte-reader.ts';
import { maxLabel, maxReason, recordType, textBit, twoWayBit } from './layout.ts';

/** Receives the records of a frame in their order. Payloads are views of the frame, or copies. Methods return a description of the record's fault, if any. */
export interface FrameReceiver {
  /** Whether the session has ended: no more records are read. */
  readonly isClosed?: boolean;
  ack(frames: number, delay: number, interval: number): string | undefined;
  ping(token: number): string | undefined;
  pong(token: number): string | undefined;
  failover(epoch: number): string | undefined;
  credit(bytes: number): string | undefined;
  streamCredit(stream: number, bytes: number): string | undefined;
  terminate(code: number, reason: string): string | undefined;
  suspend(token: number): string | undefined;
  restart(message: number): string | undefined;
  resumed(token: number): string | undefined;
  whole(message: number, stream: number, isText: boolean, payload: Uint8Array): string | undefined;
  start(head: MessageHead, payload: Uint8Array): string | undefined;
  more(message: number, offset: number, payload: Uint8Array): string | undefined;
  cancel(message: number, stream: number, sent: number): string | undefined;
  openStream(stream: number, label: string, isTwoWay: boolean): string | undefined;
  closeStream(stream: number, how: number): string | undefined;
  stopStream(stream: number): string | undefined;
  end(code: number, reason: string): string | undefined;
}

/** The header of a message, sent with its first chunk. */
export interface MessageHead {
  readonly message: number;
  readonly stream: number;
  readonly isText: boolean;
  /** Bytes of the message. */
  readonly total: number;
}

/**
 * Reads a frame, which need not be valid. Returns a description of its first fault; the records before it have been received. Records after the end of the
 * session are not read.
 */
export function readFrame(frame: Uint8Array, receiver: FrameReceiver): string | undefined {
  const reader = new ByteReader(frame);
  if (reader.left === 0) return 'it is empty';
  while (reader.left > 0 && receiver.isClosed !== true) {
    const fault = readRecord(reader, receiver) ?? reader.fault;
    if (fault !== undefined) return fault;
  }
  return undefined;
}

// A record is received only if all of it could be read.
function readRecord(reader: ByteReader, receiver: FrameReceiver): string | undefined {
  const type = reader.byte();
  switch (type) {
    case recordType.whole:
    case recordType.whole + textBit:
      return readWhole(reader, receiver, type !== recordType.whole);
    case recordType.start:
    case recordType.start + textBit:
      return readStart(reader, receiver, type !== recordType.start);
    case recordType.more:
      return readMore(reader, receiver);
    case recordType.cancel:
      return readCancel(reader, receiver);
    case recordType.ack:
      return readAck(reader, receiver);
    case recordType.openStream:
    case recordType.openStream + twoWayBit:
    case recordType.end:
    case recordType.terminate:
      return readNamed(reader, receiver, type);
    default:
      return readNumbers(reader, receiver, type);
  }
}

function readWhole(reader: ByteReader, receiver: FrameReceiver, isText: boolean): string | undefined {
  const message = reader.varint();
  const stream = reader.varint();
  const length = reader.varint();
  const payload = isText ? reader.bytes(length) : reader.copy(length); // the application gets these bytes
  return reader.fault ?? receiver.whole(message, stream, isText, payload);
}

function readStart(reader: ByteReader, receiver: FrameReceiver, isText: boolean): string | undefined {
  const head = { message: reader.varint(), stream: reader.varint(), isText, total: reader.varint() };
  const payload = reader.bytes(reader.varint());
  return reader.fault ?? receiver.start(head, payload);
}

function readMore(reader: ByteReader, receiver: FrameReceiver): string | undefined {
  const message = reader.varint();
  const offset = reader.varint();
  const payload = reader.bytes(reader.varint());
  return reader.fault ?? receiver.more(message, offset, payload);
}

function readCancel(reader: ByteReader, receiver: FrameReceiver): string | undefined {
  const message = reader.varint();
  const stream = reader.varint();
  const sent = reader.varint();
  return reader.fault ?? receiver.cancel(message, stream, sent);
}

function readAck(reader: ByteReader, receiver: FrameReceiver): string | undefined {
  const frames = reader.varint();
  const delay = reader.varint();
  const interval = reader.varint();
  return reader.fault ?? receiver.ack(frames, delay, interval);
}

function readNamed(reader: ByteReader, receiver: FrameReceiver, type: number): string | undefined {
  const number = reader.varint();
  const isEnd = type === recordType.end || type === recordType.terminate;
  const name = isEnd ? reader.text('a reason', maxReason) : reader.text('a label', maxLabel);
  if (reader.fault !== undefined) return reader.fault;
  if (type === recordType.end) return receiver.end(number, name);
  if (type === recordType.terminate) return receiver.terminate(number, name);
  return receiver.openStream(number, name, type !== recordType.openStream);
}

function readNumbers(reader: ByteReader, receiver: FrameReceiver, type: number): string | undefined {
  const first = reader.varint();
  const second = hasTwoNumbers(type) ? reader.varint() : 0;
  if (reader.fault !== undefined) return reader.fault;
  switch (type) {
    case recordType.ping:
      return receiver.ping(first);
    case recordType.pong:
      return receiver.pong(first);
    case recordType.failover:
      return receiver.failover(first);
    case recordType.credit:
      return receiver.credit(first);
    case recordType.suspend:
      return receiver.suspend(first);
    case recordType.streamCredit:
      return receiver.streamCredit(first, second);
    case recordType.closeStream:
      return receiver.closeStream(first, second);
    case recordType.resumed:
      return receiver.resumed(first);
    case recordType.restart:
      return receiver.restart(first);
    case recordType.stopStream:
      return receiver.stopStream(first);
    default:
      return `unknown record type ${type}`;
  }
}

function hasTwoNumbers(type: number): boolean {
  return type === recordType.streamCredit || type === recordType.closeStream;
}
