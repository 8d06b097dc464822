import type { Condition } from '../condition.ts';
import { congestionControlTrials } from './congestion-control.ts';
import { connectionTrials } from './connections.ts';
import { delayTrials } from './delays.ts';
import { eveningTrials } from './evening.ts';
import { everydayTrials } from './everyday.ts';
import { lossTrials } from './losses.ts';
import { otherTrafficTrials } from './other-traffic.ts';
import { playerTrials } from './players.ts';
import { programTrials } from './programs.ts';
import { rateTrials } from './rates.ts';
import { stopTrials } from './stops.ts';

/**
 * Conditions of the trials, which look for cases in which a latency controller is worse than none. Each group but the last three violates another assumption
 * of a latency controller about the path or about the programs at its ends. The last three combine what users of the Internet and players of web games meet.
 */
export const trials: readonly Condition[] = [
  ...delayTrials,
  ...rateTrials,
  ...stopTrials,
  ...lossTrials,
  ...otherTrafficTrials,
  ...congestionControlTrials,
  ...programTrials,
  ...connectionTrials,
  ...everydayTrials,
  ...playerTrials,
  ...eveningTrials,
];
