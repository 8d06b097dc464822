import { config } from 'chai';
import { MultiProc, type MultiProcOptions, type Backend } from '@doha/multiproc';
import { type SharedPool, share } from '@doha/multiproc/shared';
import { leaveReport } from '../../../../tools/pages/leave-report.ts';
import { checks } from './conformance.ts';
import type { Samples } from './samples.worker.ts';

// ?by=workers | blob | trampoline | thread | fallback: the method by which workers are started. `thread`
// runs in the calling thread, and `fallback` does so if workers cannot be started.
// ?of=4: only every fourth check.

/** The report of the page. */
export interface ConformanceReport {
  readonly isolated: boolean;
  readonly backend: Backend;
  /** `passed` or the error, by the name of the check. */
  readonly results: Readonly<Record<string, string>>;
}

/** Defined by the script that opens the page. */
declare const workerSource: string;

const spawn = (): Worker => new Worker(new URL('./samples.worker.ts', import.meta.url), { type: 'module' });
const inThread = async (): Promise<typeof samples> => samples;
const { samples } = await import('./samples.worker.ts');
const query = new URLSearchParams(location.search);

/** Ms in which a worker starts. On a busy machine Firefox needs more than the default of 10 s. */
const startLimit = 60_000;

const methods: Readonly<Record<string, MultiProcOptions<Samples>>> = {
  workers: { workers: 2, spawn, startLimit },
  blob: {
    workers: 2,
    startLimit,
    spawn: () =>
      new Worker(URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' })), {
        type: 'module',
      }),
  },
  trampoline: { workers: 2, script: query.get('script') ?? '', startLimit },
  thread: { workers: 0, inThread },
  fallback: { workers: 2, spawn, inThread },
};
config.truncateThreshold = 0; // whole values in messages

/** Ms after which a check counts as hanging. Less than the limit of the test, so that the report has the name of the check. */
const timeLimit = 120_000;

const usual = methods[query.get('by') ?? 'workers']!;

const first = await share(MultiProc.start<Samples>(usual));
const { backend } = first;
first.dispose();

const results: Record<string, string> = {};
const of = Number(query.get('of') ?? 1);
for (const { name, needsWorkers, run } of checks.filter((_, i) => i % of === 0)) {
  if (needsWorkers === true && backend === 'thread') continue;
  results[name] = await Promise.race([resultOf(run), hangs()]);
}
leaveReport<ConformanceReport>({ isolated: crossOriginIsolated, backend, results });

async function hangs(): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, timeLimit));
  return `no end within ${timeLimit} ms`;
}

async function resultOf(run: (typeof checks)[number]['run']): Promise<string> {
  const started: SharedPool<Samples>[] = [];
  const reportedErrors: unknown[] = [];
  try {
    await run({
      reportedErrors,
      async start(options) {
        const proc = await share(
          MultiProc.start<Samples>({
            onError: (error) => reportedErrors.push(error),
            ...usual,
            ...options,
          }),
        );
        started.push(proc);
        return proc;
      },
    });
    return 'passed';
  } catch (error) {
    return String(error);
  } finally {
    for (const proc of started) proc.dispose();
  }
}
