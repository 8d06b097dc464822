import { checkKind, checkObject } from '@doha/loop/options';

/** A way to exchange messages with another thread, page or server: a MessagePort, a Worker, a BroadcastChannel, or an object of the application. */
export interface Channel {
  /** Sends a message. May throw an error, or return a promise that rejects, if the message cannot be sent. */
  postMessage(message: unknown): unknown;
  /** Set by the monitor. Called with each message from the other endpoint. */
  onmessage: Listener['call'] | null;
}

/** A `Worker` of `node:worker_threads`. */
export interface NodeChannel {
  postMessage(message: unknown): unknown;
  on(event: 'message' | 'messageerror', listener: (data: unknown) => void): unknown;
  off(event: 'message' | 'messageerror', listener: (data: unknown) => void): unknown;
}

/** Of the parameters of a method, unlike those of a function, TypeScript also accepts more special types, such as the MessageEvent of a MessagePort. */
interface Listener {
  call(event: { readonly data: unknown }): unknown;
}

/** Throws a TypeError unless `channel` can send messages. */
export function checkChannel(what: string, channel: Channel | NodeChannel): void {
  checkObject(what, channel);
  checkKind(what, typeof channel.postMessage === 'function', 'an object with a method postMessage', channel);
}

/** Whether a channel emits its messages as events of Node, and has no `onmessage`. */
export function isEmitter(channel: Channel | NodeChannel): channel is NodeChannel {
  return !('onmessage' in channel) && 'on' in channel && typeof channel.on === 'function';
}

/**
 * Whether memory can be shared over a channel. A page must be cross-origin isolated for that. Chromium drops messages with shared memory that are posted to a
 * BroadcastChannel.
 */
export function canShareMemory(channel: Channel | NodeChannel): boolean {
  const { crossOriginIsolated } = globalThis as { crossOriginIsolated?: boolean };
  return typeof SharedArrayBuffer === 'function' && crossOriginIsolated !== false && !isBroadcast(channel);
}

/** Whether a channel leads to several threads, whose number nobody knows. */
export function isBroadcast(channel: Channel | NodeChannel): boolean {
  return typeof BroadcastChannel === 'function' && channel instanceof BroadcastChannel;
}
