import type { Channel, NodeChannel } from './channel.ts';

/** Sends a message. An error of the channel, or the rejection of its promise, goes to `failed`. */
export function post(
  channel: Channel | NodeChannel,
  message: unknown,
  failed: (error: unknown) => void,
): void {
  try {
    void Promise.resolve(channel.postMessage(message)).catch(failed);
  } catch (error) {
    failed(error);
  }
}
