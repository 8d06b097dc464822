import { leaveReport } from '../../pages/leave-report.ts';

/** Cross-origin isolation of the page, and its consequence. */
export interface IsolationReport {
  readonly isolated: boolean;
  readonly sharedMemory: boolean;
}

leaveReport<IsolationReport>({
  isolated: crossOriginIsolated,
  sharedMemory: typeof SharedArrayBuffer !== 'undefined',
});
