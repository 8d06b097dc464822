import { EngineFrame } from '@doha/engines';
import { leaveReport } from '../../../../tools/pages/leave-report.ts';
import { setHidden } from './simulated-visibility.ts';
import { createWalker, displayFrames, until } from './walker.ts';

export interface RefusedWorkerReport {
  readonly errors: readonly string[];
  /** Steps that the hidden page has made. */
  readonly steps: number;
  /** Steps that the page has made after it was shown again, without calls of `advance`. */
  readonly afterwards: number;
}

const { errors, options } = createWalker();
const { frame } = new EngineFrame({ ...options, whenHidden: 'run' });
setHidden(true);
await until(() => errors.length > 0 && frame.stats.steps >= 3);
const { steps } = frame.stats;
setHidden(false);
await displayFrames(5);
leaveReport({ errors, steps, afterwards: frame.stats.steps - steps } satisfies RefusedWorkerReport);
