import { type Activity, comesAbout, type Soaked } from './activity.ts';
import { blame, count } from './ledger.ts';
import { type Beat, SequenceCheck } from './sequence-check.ts';

const mainThread = 0;

/** Threads publish to one another: of those that live on nothing is lost, doubled or out of order. */
export function hearBeats({ ledger, proc }: Soaked): Activity {
  const beats = new SequenceCheck((problem) => blame(ledger, problem));
  let sent = 0;
  proc.subscribe('beats', (value) => {
    beats.take(value as Beat);
    count(ledger, 'values heard');
  });

  async function endOf(worker: number): Promise<void> {
    await proc.worker(worker).call('stop', []);
    const { name, problems, sent: last } = await proc.worker(worker).call('health', []);
    for (const problem of problems) blame(ledger, `in worker ${worker}: ${problem}`);
    const hasAll = await comesAbout(() => beats.last(name) === last);
    if (!hasAll) blame(ledger, `beat ${last} of worker ${worker} is lost: the last is ${beats.last(name)}`);
    const heard = async (): Promise<number | undefined> =>
      (await proc.worker(worker).call('health', [])).heard;
    // A worker that has just come hears what is published from its subscription on.
    await comesAbout(async () => {
      pulse();
      return (await heard()) !== undefined;
    });
    const heardAll = await comesAbout(async () => (await heard()) === sent);
    if (!heardAll) blame(ledger, `worker ${worker} has not heard all ${sent} of the main thread`);
  }

  function pulse(): void {
    proc.publish('pulse', { from: mainThread, place: ++sent } satisfies Beat, { retention: 'all' });
    count(ledger, 'values published by the main thread');
  }

  return {
    step: pulse,
    async end() {
      for (let worker = 0; worker < proc.workers; worker++) await endOf(worker);
    },
  };
}
