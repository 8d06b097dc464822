import { ByteWriter } from './byte-writer.ts';
import type { Bytes } from './bytes.ts';
import { recordType, textBit, twoWayBit } from './layout.ts';
import type { MessageHead } from './read-frame.ts';
import { varintSize } from './varint.ts';

/** Writes a frame, record by record. */
export class FrameWriter {
  /** Whether the frame has a record that must be acknowledged (see `layout.ts`). Without an acknowledgment another channel sends it again. */
  isAckEliciting = false;
  #writer: ByteWriter = new ByteWriter();

  /** Bytes written so far. */
  get length(): number {
    return this.#writer.length;
  }

  /** Returns the frame, and begins the next one. */
  take(): Bytes {
    this.isAckEliciting = false;
    return this.#writer.take();
  }

  ack(frames: number, delay: number, interval: number): void {
    this.#numbers(recordType.ack, frames, delay, interval);
  }

  ping(token: number): void {
    this.#numbers(recordType.ping, token);
  }

  pong(token: number): void {
    this.#numbers(recordType.pong, token);
  }

  failover(epoch: number): void {
    this.#numbers(recordType.failover, epoch);
  }

  credit(bytes: number): void {
    this.#numbers(recordType.credit, bytes);
  }

  streamCredit(stream: number, bytes: number): void {
    this.#numbers(recordType.streamCredit, stream, bytes);
  }

  terminate(code: number, reason: string): void {
    this.#numbers(recordType.terminate, code);
    this.#writer.text(reason);
  }

  suspend(token: number): void {
    this.#numbers(recordType.suspend, token);
  }

  restart(message: number): void {
    this.#numbers(recordType.restart, message);
  }

  resumed(token: number): void {
    this.#numbers(recordType.resumed, token);
  }

  whole(message: number, stream: number, isText: boolean, payload: Uint8Array): void {
    this.isAckEliciting = true;
    this.#writer.byte(recordType.whole + (isText ? textBit : 0));
    this.#writer.varint(message);
    this.#writer.varint(stream);
    this.#payload(payload);
  }

  start({ isText, message, stream, total }: MessageHead, payload: Uint8Array): void {
    this.#counted(recordType.start + (isText ? textBit : 0), message, stream, total);
    this.#payload(payload);
  }

  more(message: number, offset: number, payload: Uint8Array): void {
    this.#counted(recordType.more, message, offset);
    this.#payload(payload);
  }

  cancel(message: number, stream: number, sent: number): void {
    this.#counted(recordType.cancel, message, stream, sent);
  }

  openStream(stream: number, label: string, isTwoWay: boolean): void {
    this.#counted(recordType.openStream + (isTwoWay ? twoWayBit : 0), stream);
    this.#writer.text(label);
  }

  /** `how`: index in `streamCloses`. */
  closeStream(stream: number, how: number): void {
    this.#counted(recordType.closeStream, stream, how);
  }

  stopStream(stream: number): void {
    this.#counted(recordType.stopStream, stream);
  }

  end(code: number, reason: string): void {
    this.#counted(recordType.end, code);
    this.#writer.text(reason);
  }

  #counted(type: number, ...values: readonly number[]): void {
    this.isAckEliciting = true;
    this.#numbers(type, ...values);
  }

  #numbers(type: number, ...values: readonly number[]): void {
    this.#writer.byte(type);
    for (const value of values) this.#writer.varint(value);
  }

  #payload(payload: Uint8Array): void {
    this.#writer.varint(payload.length);
    this.#writer.bytes(payload);
  }
}

/** Maximum bytes of a chunk that are not payload: its type, three numbers and its length. */
export function chunkHeadSize(message: number, payloadSize: number): number {
  return 1 + varintSize(message) + varintSize(2 ** 30) + varintSize(2 ** 29) + varintSize(payloadSize);
}
