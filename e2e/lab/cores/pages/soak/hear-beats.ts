import { type Activity, becomesTrue, type SoakContext } from './activity.ts';
import { addProblem, count } from './findings.ts';
import { type Beat, SequenceCheck } from './sequence-check.ts';

const mainThread = 0;

/** Threads publish values to one another. Values of surviving threads must all arrive, once and in order. */
export function hearBeats({ findings, proc }: SoakContext): Activity {
  const beats = new SequenceCheck((problem) => addProblem(findings, problem));
  let sent = 0;
  proc.subscribe('beats', (value) => {
    beats.take(value as Beat);
    count(findings, 'values heard');
  });

  async function checkWorker(worker: number): Promise<void> {
    await proc.worker(worker).call('stop', []);
    const { name, problems, sent: last } = await proc.worker(worker).call('health', []);
    for (const problem of problems) addProblem(findings, `in worker ${worker}: ${problem}`);
    const hasLast = await becomesTrue(() => beats.last(name) === last);
    if (!hasLast)
      addProblem(
        findings,
        `beat ${last} of worker ${worker} is lost: the last received one is ${beats.last(name)}`,
      );
    const heard = async (): Promise<number | undefined> =>
      (await proc.worker(worker).call('health', [])).heard;
    // A new worker receives only values that are published after its subscription.
    await becomesTrue(async () => {
      pulse();
      return (await heard()) !== undefined;
    });
    const heardLast = await becomesTrue(async () => (await heard()) === sent);
    if (!heardLast)
      addProblem(
        findings,
        `worker ${worker} has not received value ${sent}, the last one of the main thread`,
      );
  }

  function pulse(): void {
    proc.publish('pulse', { from: mainThread, number: ++sent } satisfies Beat, { retention: 'all' });
    count(findings, 'values published by the main thread');
  }

  return {
    step: pulse,
    async end() {
      for (let worker = 0; worker < proc.workers; worker++) await checkWorker(worker);
    },
  };
}
