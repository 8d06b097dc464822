import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import type { Recorder } from '../recording/recorder.ts';
import type { Channel } from './channel.ts';
import { Collector } from './collector.ts';
import { serveRecorder } from './serve-recorder.ts';

/** Two connected ports, which are closed after the test. */
export function ports(): [Channel & MessagePort, Channel & MessagePort] {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  return [port1 as never, port2 as never];
}

/** A collector that is disposed of after the test. */
export function collectorOf(...args: ConstructorParameters<typeof Collector>): Collector {
  const collector = new Collector(...args);
  onTestFinished(() => collector.dispose());
  return collector;
}

/** A channel that changes each message before it sends it. */
export function changed(channel: Channel, change: (message: object) => unknown): Channel {
  return {
    set onmessage(listener: Channel['onmessage']) {
      channel.onmessage = listener;
    },
    get onmessage() {
      return channel.onmessage;
    },
    postMessage: (message) => channel.postMessage(change(message as object)),
  };
}

/** A channel to a recorder whose messages cannot contain shared memory. */
export function unsharedChannel(recorder: Recorder): Channel {
  const [here, there] = ports();
  const refuse = (message: { readonly memory?: unknown }): unknown => {
    if (message.memory !== undefined) throw new Error('cannot be shared');
    return message;
  };
  serveRecorder(recorder, changed(there, refuse));
  return here;
}

export function sharedChannel(recorder: Recorder): Channel {
  const [here, there] = ports();
  serveRecorder(recorder, there);
  return here;
}

export const channels = [
  ['shared memory', sharedChannel],
  ['copies', unsharedChannel],
] as const;
