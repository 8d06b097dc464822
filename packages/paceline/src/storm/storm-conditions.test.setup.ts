import { below, type Chance, oneOf } from '../../../chance.test.setup.ts';
import { fixed } from '../control/fixed.ts';
import { none } from '../control/none.ts';
import { paceA } from '../control/pace-a.ts';
import type { EndpointOptions } from '../session/endpoint-options.ts';

export const maxStreams = 16;
export const littleQueue: number = 2 ** 18;

/** The conditions that differ between storms. */
export interface Conditions {
  /** Of both endpoints. */
  readonly options: EndpointOptions;
  readonly standbys: number;
  readonly maxMemory: number;
  readonly maxSendMemory: number;
  readonly isClustered: boolean;
  /** Whether callbacks throw. */
  readonly throws: boolean;
  /** Whether unread messages may use up the memory of the server. */
  readonly isTight: boolean;
  /** Maximum bytes of a message. */
  readonly longest: number;
  /** Whether a session must survive as long as its server does. */
  readonly isSafe: boolean;
}

/** Draws the conditions of a storm. */
export function conditionsOf(chance: Chance): Conditions {
  const isTight = chance() < 0.25;
  const heartbeat = oneOf(chance, [1000, 5000, 15_000]);
  const resumeTimeout = oneOf(chance, [2000, 30_000]);
  const maxQueued = chance() < 0.1 ? littleQueue : 2 ** 27;
  const throws = chance() < 0.3;
  const hasLittleToSend = chance() < 0.15;
  return {
    options: {
      controller: oneOf(chance, [paceA, paceA, none, fixed(20_000)]),
      heartbeat,
      resumeTimeout,
      maxQueued,
      maxStreams,
      receiveWindow: isTight ? 2 ** 21 : 2 ** 24,
      streamWindow: isTight ? 2 ** 19 : oneOf(chance, [2 ** 16, 2 ** 21]),
    },
    standbys: below(chance, 3),
    maxMemory: isTight ? 2 ** 20 : 2 ** 28,
    maxSendMemory: hasLittleToSend ? 2 ** 20 : 2 ** 30,
    isClustered: chance() < 0.2,
    throws,
    isTight,
    longest: isTight ? 150_000 : oneOf(chance, [50, 5000, 60_000]),
    isSafe:
      !isTight && !throws && !hasLittleToSend && maxQueued > littleQueue && resumeTimeout > 4 * heartbeat,
  };
}
