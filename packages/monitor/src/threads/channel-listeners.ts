import { unref } from '../callbacks/unref.ts';
import type { Channel } from './channel.ts';

type Receive = (data: unknown) => void;

/** The receivers of each channel. A channel has one `onmessage`, and may be used to give records and to collect others. */
const receivers = /* @__PURE__ */ new WeakMap<Channel, Set<Receive>>();

/** Calls `receive` with each message of a channel, besides other receivers. Sets `onmessage`. Returns a function that ends the calls. */
export function listen(channel: Channel, receive: Receive): () => void {
  const all = receivers.get(channel) ?? new Set<Receive>();
  receivers.set(channel, all);
  all.add(receive);
  channel.onmessage = ({ data }) => {
    for (const one of all) one(data);
  };
  unref(channel);
  return () => {
    if (all.delete(receive) && all.size === 0) channel.onmessage = null;
  };
}
