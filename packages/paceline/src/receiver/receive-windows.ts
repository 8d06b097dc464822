import type { FrameWriter } from '../wire/frame-writer.ts';
import { maxFrameSize } from '../wire/layout.ts';
import { ReceiveWindow } from './receive-window.ts';

export interface ReceiveWindowsOptions {
  /** Sizes of the windows of the session and of each stream, in bytes. */
  readonly receiveWindow: number;
  readonly streamWindow: number;
}

/** The receive windows of a session and of its streams, and the limits that the peer must be told. */
export class ReceiveWindows {
  #session: ReceiveWindow;
  #streams: Map<number, ReceiveWindow> = new Map();
  #streamWindow: number;
  #due: Set<number> = new Set(); // streams whose new limit the peer must be told
  #repeats = false; // whether to repeat all limits: the ones that were sent by the previous channel may be lost

  constructor({ receiveWindow, streamWindow }: ReceiveWindowsOptions) {
    this.#session = new ReceiveWindow(receiveWindow);
    this.#streamWindow = streamWindow;
  }

  /** Opens the window of a stream by which messages may arrive. */
  open(stream: number): void {
    this.#streams.set(stream, new ReceiveWindow(this.#streamWindow));
  }

  /** Closes the window of a stream: no more messages arrive by it. */
  close(stream: number): void {
    this.#streams.delete(stream);
    this.#due.delete(stream);
  }

  /** The session has ended: no more messages arrive. */
  end(): void {
    this.#streams.clear();
    this.#due.clear();
  }

  /** Data that arrived by a stream has used credit. Returns a description of the fault if the peer had no credit. */
  use(stream: number, credit: number): string | undefined {
    const window = this.#streams.get(stream);
    if (window === undefined) return `stream ${stream} is not open`;
    this.#session.used += credit;
    window.used += credit;
    if (window.isDue) this.#due.add(stream);
    return this.#session.isExceeded || window.isExceeded
      ? 'more data has arrived than the credit allowed'
      : undefined;
  }

  /** A message of a stream waits to be read. `credit`: the credit that it has used. */
  wait(stream: number, credit: number): void {
    this.#session.unread += credit;
    const window = this.#streams.get(stream);
    if (window !== undefined) window.unread += credit;
  }

  /** A message that waited was read. Returns whether the peer should be told of a new limit. */
  read(stream: number, credit: number): boolean {
    this.#session.unread -= credit;
    const window = this.#streams.get(stream);
    if (window !== undefined) {
      window.unread -= credit;
      if (window.isDue) this.#due.add(stream);
    }
    return this.#session.isDue || this.#due.has(stream);
  }

  /** Makes the next frame repeat all limits that were granted. */
  repeat(): void {
    this.#repeats = true;
  }

  /** Writes the limits that the peer should know. */
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

  // Not for streams to which no credit was granted: the peer may not know them yet.
  #repeatStreams(): void {
    for (const [stream, window] of this.#streams) if (window.hasGranted) this.#due.add(stream);
  }
}
