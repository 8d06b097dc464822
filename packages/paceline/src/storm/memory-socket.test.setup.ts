import { Duplex } from 'node:stream';

/** The server's endpoint of a TCP connection without a network. */
export class MemorySocket extends Duplex {
  readonly remoteAddress = '127.0.0.1';
  /** Bytes that the server has sent. */
  readonly answer: Buffer[] = [];

  override _read(): void {}

  override _write(bytes: Buffer, _: string, done: () => void): void {
    this.answer.push(bytes);
    done();
  }

  /** Bytes arrive. */
  receive(bytes: Uint8Array): void {
    if (!this.destroyed) this.push(bytes);
  }
}
