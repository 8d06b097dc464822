import { maxFrameSize } from '../wire/layout.ts';
import type { FrameWriter } from '../wire/frame-writer.ts';
import { ReceiveWindow } from './receive-window.ts';

export interface ReceiveWindowsOptions {
  /** Bytes of the window of the session, and of that of each stream. */
  readonly receiveWindow: number;
  readonly streamWindow: number;
}

/** The receive windows of a session and of its streams, and what of them the other end has to be told. */
export class ReceiveWindows {
  #session: ReceiveWindow;
  #streams: Map<number, ReceiveWindow> = new Map();
  #streamWindow: number;
  #due: Set<number> = new Set(); // streams whose limit the other end should know
  #repeats = false; // another connection is used: what was told by the last one may not have arrived

  constructor({ receiveWindow, streamWindow }: ReceiveWindowsOptions) {
    this.#session = new ReceiveWindow(receiveWindow);
    this.#streamWindow = streamWindow;
  }

  /** A stream is opened by which messages may arrive. */
  open(stream: number): void {
    this.#streams.set(stream, new ReceiveWindow(this.#streamWindow));
  }

  /** No more messages arrive by a stream. */
  close(stream: number): void {
    this.#streams.delete(stream);
    this.#due.delete(stream);
  }

  /** The session has ended: no more messages arrive. */
  end(): void {
    this.#streams.clear();
    this.#due.clear();
  }

  /** What arrived by a stream has used credit. Returns what is wrong with that, if anything is. */
  use(stream: number, credit: number): string | undefined {
    const window = this.#streams.get(stream);
    if (window === undefined) return `stream ${stream} is not open`;
    this.#session.used += credit;
    window.used += credit;
    if (window.isDue) this.#due.add(stream);
    return this.#session.isExceeded || window.isExceeded ? 'more has come than was allowed' : undefined;
  }

  /** A message of a stream waits to be read; `credit`: what it has used. */
  wait(stream: number, credit: number): void {
    this.#session.unread += credit;
    const window = this.#streams.get(stream);
    if (window !== undefined) window.unread += credit;
  }

  /** Such a message was read. Returns whether the other end should be told. */
  read(stream: number, credit: number): boolean {
    this.#session.unread -= credit;
    const window = this.#streams.get(stream);
    if (window !== undefined) {
      window.unread -= credit;
      if (window.isDue) this.#due.add(stream);
    }
    return this.#session.isDue || this.#due.has(stream);
  }

  /** All limits that were told are told again. */
  repeat(): void {
    this.#repeats = true;
  }

  /** Writes the limits that the other end should know. */
  write(writer: FrameWriter): void {
    if (this.#repeats) this.#repeatStreams();
    if (this.#repeats || this.#session.isDue) writer.credit(this.#session.grant());
    this.#repeats = false;
    for (const stream of this.#due) {
      if (writer.length > maxFrameSize / 2) return;
      writer.streamCredit(stream, this.#streams.get(stream)!.grant());
      this.#due.delete(stream);
    }
  }

  // A stream of which nothing was granted may be unknown to the other end.
  #repeatStreams(): void {
    for (const [stream, window] of this.#streams) if (window.hasGranted) this.#due.add(stream);
  }
}
