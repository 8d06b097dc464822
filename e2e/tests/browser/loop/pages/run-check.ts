import { checkDisposal } from './check-disposal.ts';
import { checkErrors } from './check-errors.ts';
import { checkFull } from './check-full.ts';
import { checkHiding } from './check-hiding.ts';
import { checkIdle } from './check-idle.ts';
import { checkSleep } from './check-sleep.ts';
import { checkTimers } from './check-timers.ts';

const checks: Readonly<Record<string, () => Promise<object>>> = {
  disposal: checkDisposal,
  errors: checkErrors,
  full: checkFull,
  hiding: checkHiding,
  idle: checkIdle,
  sleep: checkSleep,
  timers: checkTimers,
};

/** Runs a check in this thread. Returns its report. */
export async function runCheck(name: string): Promise<object> {
  const check = checks[name];
  if (check === undefined)
    throw new RangeError(`Run check: the name must be one of ${Object.keys(checks).join(', ')}, got ${name}`);
  return check();
}
