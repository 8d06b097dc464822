import type { EventLoop } from '@doha/loop';
import type { LatencyController } from '../control/latency-controller.ts';
import type { Settings } from '../wire/hello.ts';
import type { StreamReceiver } from '../stream/stream-receiver.ts';

export interface EngineOptions {
  readonly loop: EventLoop;
  readonly isClient: boolean;
  readonly own: Settings;
  readonly peer: Settings;
  /** Of {@link ChunkScheduler}. */
  readonly chunkSize: number;
  /** Of {@link ChannelWatch}. */
  readonly heartbeat: number;
  readonly newController: () => LatencyController;
  readonly streams: () => StreamReceiver;
  readonly events: EngineEvents;
  /** Told how many bytes of memory are held for the other end, or released if negative. It may end the session. */
  readonly hold?: ((bytes: number) => void) | undefined;
}

/** What an engine reports. */
export interface EngineEvents {
  /** Channels have come or gone, or the active one is another one. */
  channelsChanged(): void;
  /** It is over: nothing is sent or comes any more. */
  closed(code: number, reason: string): void;
  /** Bytes have left the queue. */
  room(): void;
}
