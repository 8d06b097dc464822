import { leaveReport } from '../../../../tools/pages/leave-report.ts';
import { runHere, type Task } from './run-here.ts';

// ?what=socket|session&where=page|worker, and the addresses of servers: runs the test in this context and leaves its report.
const { what, where, ...servers } = Object.fromEntries(new URLSearchParams(location.search));
const task = { what, servers } as Task;
leaveReport(where === 'worker' ? await runInWorker(task) : await runHere(task));

function runInWorker(asked: Task): Promise<unknown> {
  const worker = new Worker(new URL('./paceline.worker.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => resolve(data));
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    worker.postMessage(asked);
  });
}
