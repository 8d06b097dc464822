import { leaveReport } from '../../pages/leave-report.ts';

/** What the page sees of its surroundings. */
export interface IsolationReport {
  readonly isolated: boolean;
  readonly sharedMemory: boolean;
}

leaveReport<IsolationReport>({
  isolated: crossOriginIsolated,
  sharedMemory: typeof SharedArrayBuffer !== 'undefined',
});
