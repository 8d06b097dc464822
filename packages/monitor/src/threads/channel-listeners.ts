import { unref } from '../callbacks/unref.ts';
import { type Channel, isEmitter, type NodeChannel } from './channel.ts';

/** Receives the messages of a channel. */
export interface Receiver {
  readonly message: (data: unknown) => void;
  /** Called if a message has arrived that cannot be read, such as shared memory of a page that may not share it. */
  readonly unreadable?: () => void;
}

/** The receivers of each channel. A channel has one `onmessage`, and may be used to give records and to collect others. */
const receivers = /* @__PURE__ */ new WeakMap<Channel, Set<Receiver>>();

/** Passes the messages of a channel to a receiver, besides other receivers. Sets `onmessage`, if there is one. Returns a function that ends the calls. */
export function listen(channel: Channel | NodeChannel, receiver: Receiver): () => void {
  return isEmitter(channel) ? listenToEmitter(channel, receiver) : listenToPort(channel, receiver);
}

// A thread of Node that runs keeps the process alive, which is for the application to decide.
function listenToEmitter(channel: NodeChannel, { message, unreadable = () => {} }: Receiver): () => void {
  channel.on('message', message);
  channel.on('messageerror', unreadable);
  return () => {
    channel.off('message', message);
    channel.off('messageerror', unreadable);
  };
}

function listenToPort(channel: Channel, receiver: Receiver): () => void {
  const all = receivers.get(channel) ?? new Set<Receiver>();
  receivers.set(channel, all);
  all.add(receiver);
  const isUsed = isReferenced(channel);
  channel.onmessage = ({ data }) => {
    for (const { message } of all) message(data);
  };
  if ('onmessageerror' in channel)
    channel.onmessageerror = () => {
      for (const { unreadable } of all) unreadable?.();
    };
  if (!isUsed) unref(channel);
  return () => {
    if (!all.delete(receiver) || all.size > 0) return;
    channel.onmessage = null;
    if ('onmessageerror' in channel) channel.onmessageerror = null;
  };
}

/** Whether a port of Node keeps its thread alive, because the application listens to it. */
function isReferenced(channel: object): boolean {
  return (channel as { hasRef?: () => boolean }).hasRef?.() === true;
}
