import { checkCallback, checkNumber } from '@doha/loop/options';
import { checkController } from '../control/check-controller.ts';
import type { LatencyController } from '../control/latency-controller.ts';
import { paceA } from '../control/pace-a.ts';
import { minSettings, type Settings } from '../wire/hello.ts';
import { maxAckRate } from '../transport/ack-pace.ts';
import { type Reporter, reportRejection } from '../callbacks/guard.ts';

/** What client and server can be told alike. */
export interface EndpointOptions {
  /** How much is committed to a connection, see {@link LatencyController}; one for each is made, and one to see what they ask for. Default: {@link paceA}. */
  readonly controller?: (() => LatencyController) | undefined;
  /** Bytes of the longest message that is received; from 2^16 to 2^30, default 100 MiB, as of `ws`. */
  readonly maxMessageSize?: number | undefined;
  /**
   * Receive window of the session: bytes of messages that wait to be read, and 256 more for each of them, from which the other end pauses; ≥ 2^18, default
   * 2^24.
   */
  readonly receiveWindow?: number | undefined;
  /** Receive window of each stream: the same for the messages of one stream; ≥ 2^16, default 2^21. */
  readonly streamWindow?: number | undefined;
  /**
   * Bytes that may wait to be sent, and a message for each 512 of them, before `send` throws, or a `PacelineServer` ends the session; default 2^27.
   */
  readonly maxQueued?: number | undefined;
  /** Streams that the other end may have opened and that both have not closed; from 16 to 65,536, default 4,096. */
  readonly maxStreams?: number | undefined;
  /** Bytes of one stream that wait, below which its `ready` resolves; default 65,536. */
  readonly highWaterMark?: number | undefined;
  /**
   * Bytes of a chunk, at the most, where several streams have something to send, who take turns by chunks: less is more even, more costs less; from 256 to
   * 65,536, default 1,200. The chunks of one stream fill what is committed at once, up to 16 kB.
   */
  readonly chunkSize?: number | undefined;
  /** Ms of silence after which the other end is asked whether it is there, and after as many again a connection is given up; ≥ 100, default 15,000. */
  readonly heartbeat?: number | undefined;
  /** Ms for which a session without a connection is kept; ≥ 0, default 30,000. */
  readonly resumeTimeout?: number | undefined;
}

/** The same, complete. */
export interface EndpointSettings extends Defaults {
  readonly newController: () => LatencyController;
  /** What they want: see {@link LatencyController}. */
  readonly ackRate: number;
}

/** Bytes of a message, at the most, whatever an end allows. */
export const maxMessageSizeLimit: number = 2 ** 30;

/** All numbers among the options. */
type Defaults = Readonly<Record<Exclude<keyof EndpointOptions, 'controller'>, number>>;

const numbers: Readonly<Record<keyof Defaults, readonly [usual: number, min: number, max: number]>> = {
  maxMessageSize: [100 * 2 ** 20, minSettings.maxMessageSize, maxMessageSizeLimit],
  receiveWindow: [2 ** 24, minSettings.receiveWindow, 2 ** 40],
  streamWindow: [2 ** 21, minSettings.streamWindow, 2 ** 40],
  maxQueued: [2 ** 27, 1, 2 ** 40],
  maxStreams: [4096, minSettings.maxStreams, 2 ** 16],
  highWaterMark: [2 ** 16, 1, 2 ** 40],
  chunkSize: [1200, 256, 2 ** 16],
  heartbeat: [15_000, 100, 2 ** 31],
  resumeTimeout: [30_000, 0, 2 ** 31],
};
const numberNames = Object.keys(numbers) as (keyof Defaults)[];

/** Names of the options of both ends. */
export const endpointOptionNames: readonly (keyof EndpointOptions)[] = ['controller', ...numberNames];

/** Throws a RangeError or a TypeError that names an option of `what`. `reporter` receives what a `controller` rejects with that is async by mistake. */
export function completeOptions(
  what: string,
  options: EndpointOptions,
  reporter: Reporter,
): EndpointSettings {
  const all: Partial<Record<keyof Defaults, number>> = {};
  for (const name of numberNames) {
    const [usual, min, max] = numbers[name];
    all[name] = checkNumber(`${what}: ${name}`, options[name] === undefined ? usual : options[name], {
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

/** What is told to the other end. */
export function settingsOf(ends: EndpointSettings, standbys: number): Settings {
  const { ackRate, maxMessageSize, maxStreams, receiveWindow, streamWindow } = ends;
  // One of the longest, and another one that matters more.
  const reassemblyLimit = Math.max(minSettings.reassemblyLimit, 2 * maxMessageSize);
  return { maxMessageSize, reassemblyLimit, receiveWindow, standbys, maxStreams, ackRate, streamWindow };
}

/** Bits per second that acknowledgments may take for controllers of this kind. Throws a RangeError if the number is out of range. */
export function ackRateOf(
  newController: () => LatencyController,
  reporter: Reporter,
  what: string = 'controller',
): number {
  const made = newController();
  reportRejection(reporter, made);
  const { ackRate = minSettings.ackRate } = checkController(what, made);
  reportRejection(reporter, ackRate);
  checkNumber(`${what}: ackRate`, ackRate, { min: minSettings.ackRate, max: maxAckRate, whole: true });
  return ackRate;
}
