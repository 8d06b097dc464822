// ?check=timers              one of the checks of `run-check.ts`
// &in=window|worker          the context in which it runs
import { leaveReport } from '../../../../tools/pages/leave-report.ts';
import { runCheck } from './run-check.ts';

const query = new URLSearchParams(location.search);
const check = query.get('check') ?? '';

if (query.get('in') === 'worker') {
  const worker = new Worker(new URL('loop.worker.ts', import.meta.url), { type: 'module', name: check });
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'ping') worker.postMessage('pong');
    else leaveReport(data);
  });
} else {
  leaveReport(await runCheck(check));
}
