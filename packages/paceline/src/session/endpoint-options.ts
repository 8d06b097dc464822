import { checkCallback, checkNumber } from '@doha/loop/options';
import { guard, type Reporter, reportRejection } from '../callbacks/guard.ts';
import { checkController } from '../control/check-controller.ts';
import type { NewController } from '../control/latency-controller.ts';
import { paceA } from '../control/pace-a.ts';
import { maxAckRate } from '../transport/ack-pace.ts';
import { minSettings, type Settings } from '../wire/hello.ts';

/** Options of both clients and servers. */
export interface EndpointOptions {
  /** Creates the latency controller of each connection, see {@link LatencyController}, and one more whose `ackRate` is read. Default: {@link paceA}. */
  readonly controller?: NewController | undefined;
  /**
   * Maximum size of a message that this endpoint receives, in bytes; from 2^16 to 2^30, default 100
   * MiB, as in `ws`.
   */
  readonly maxMessageSize?: number | undefined;
  /**
   * Receive window of the session: the peer pauses when unread messages have this many bytes,
   * counting 256 more for each message; ≥ 2^18, default 2^24.
   */
  readonly receiveWindow?: number | undefined;
  /** Receive window of each stream: as `receiveWindow`, for the messages of one stream; ≥ 2^16, default 2^21. */
  readonly streamWindow?: number | undefined;
  /**
   * Maximum bytes of messages that wait to be sent; at most `maxQueued` / 512 messages may wait. If
   * one of these limits is exceeded, `send` throws at a client, and a `PacelineServer` ends the
   * session; default 2^27.
   */
  readonly maxQueued?: number | undefined;
  /** Maximum number of open streams that the peer has opened; from 16 to 65,536, default 4,096. */
  readonly maxStreams?: number | undefined;
  /** `ready` of a stream resolves while fewer bytes than this wait to be sent; default 65,536. */
  readonly highWaterMark?: number | undefined;
  /**
   * Maximum bytes of a chunk while several streams have messages and take turns by chunks: smaller chunks share more evenly, larger ones cost less; from 256 to
   * 65,536, default 1,200. A single stream sends chunks of up to 16 kB.
   */
  readonly chunkSize?: number | undefined;
  /** Ms of silence after which the peer is pinged; after as many again the connection is given up; ≥ 100, default 10,000. */
  readonly heartbeat?: number | undefined;
  /**
   * Ms after which a session without a connection ends; ≥ 0, default 30,000. A client may then make a
   * final attempt to connect, and end its session up to `resumeTimeout` / 6 later.
   */
  readonly resumeTimeout?: number | undefined;
}

/** The options of an endpoint with their defaults. */
export interface EndpointSettings extends Defaults {
  readonly newController: NewController;
  /** Of the controllers, see {@link LatencyController}. */
  readonly ackRate: number;
}

/** Greatest value of `maxMessageSize`. */
export const maxMessageSizeLimit: number = 2 ** 30;

/** The numeric options. */
type Defaults = Readonly<Record<Exclude<keyof EndpointOptions, 'controller'>, number>>;

const numbers: Readonly<Record<keyof Defaults, readonly [byDefault: number, min: number, max: number]>> = {
  maxMessageSize: [100 * 2 ** 20, minSettings.maxMessageSize, maxMessageSizeLimit],
  receiveWindow: [2 ** 24, minSettings.receiveWindow, 2 ** 40],
  streamWindow: [2 ** 21, minSettings.streamWindow, 2 ** 40],
  maxQueued: [2 ** 27, 1, 2 ** 40],
  maxStreams: [4096, minSettings.maxStreams, 2 ** 16],
  highWaterMark: [2 ** 16, 1, 2 ** 40],
  chunkSize: [1200, 256, 2 ** 16],
  heartbeat: [10_000, 100, 2 ** 31],
  resumeTimeout: [30_000, 0, 2 ** 31],
};
const numberNames = Object.keys(numbers) as (keyof Defaults)[];

/** Names of the options of both endpoints. */
export const endpointOptionNames: readonly (keyof EndpointOptions)[] = ['controller', ...numberNames];

/** Adds the defaults. Throws a RangeError or a TypeError that names an option of `what`. `reporter` receives the rejection of a `controller` that is async by mistake. */
export function completeOptions(
  what: string,
  options: EndpointOptions,
  reporter: Reporter,
): EndpointSettings {
  const all: Partial<Record<keyof Defaults, number>> = {};
  for (const name of numberNames) {
    const [byDefault, min, max] = numbers[name];
    all[name] = checkNumber(`${what}: ${name}`, options[name] === undefined ? byDefault : options[name], {
      min,
      max,
      whole: true,
    });
  }
  const { controller = paceA } = options;
  checkCallback(`${what}: controller`, controller);
  return {
    ...(all as Defaults),
    newController: controller,
    ackRate: ackRateOf(controller, reporter, `${what}: controller`),
  };
}

/** The settings that are sent to the peer. */
export function settingsOf(endpointSettings: EndpointSettings, standbys: number): Settings {
  const { ackRate, maxMessageSize, maxStreams, receiveWindow, streamWindow } = endpointSettings;
  // Room for one message of the maximum size, and for one of higher priority that interrupts it.
  const reassemblyLimit = Math.max(minSettings.reassemblyLimit, 2 * maxMessageSize);
  return { maxMessageSize, reassemblyLimit, receiveWindow, standbys, maxStreams, ackRate, streamWindow };
}

/** Reads the `ackRate` of controllers from one that is closed at once. Throws a RangeError if it is out of range. */
export function ackRateOf(
  newController: NewController,
  reporter: Reporter,
  what: string = 'controller',
): number {
  const made = newController({});
  reportRejection(reporter, made);
  const controller = checkController(what, made);
  const { ackRate = minSettings.ackRate } = controller;
  guard(reporter, () => controller.closed?.());
  reportRejection(reporter, ackRate);
  checkNumber(`${what}: ackRate`, ackRate, { min: minSettings.ackRate, max: maxAckRate, whole: true });
  return ackRate;
}
