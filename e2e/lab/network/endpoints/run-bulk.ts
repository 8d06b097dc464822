import { fileURLToPath } from 'node:url';
import { addressOf, type Lab, type Side } from '../link/lab.ts';
import type { RunTime } from '../programs/flow.ts';
import { whenListening } from './when-listening.ts';

/** A bulk transfer over a plain TCP connection. */
export interface Bulk {
  /** Resolves to the bytes received during the measured time. Stays pending if the transfer is stopped before. */
  readonly received: Promise<number>;
  stop(): void;
}

/** Runs a bulk transfer from one side to the other. Resolves to the bytes received during the measured time. */
export async function runBulk(lab: Lab, from: Side, time: RunTime): Promise<number> {
  const bulk = await startBulk(lab, from, time);
  const received = await bulk.received;
  bulk.stop();
  return received;
}

const senderProgram = fileURLToPath(new URL('cross-traffic/transfers.mjs', import.meta.url));
const receiverProgram = fileURLToPath(new URL('bulk-receiver.mjs', import.meta.url));
const firstPort = 9200;
/** Number of transfers that this process has started. Transfers at the same time need different ports. */
let transfers = 0;

/** Starts a bulk transfer from one side to the other. */
export async function startBulk(lab: Lab, from: Side, { seconds, warmup }: RunTime): Promise<Bulk> {
  const port = firstPort + (transfers++ % 100);
  const serving = [senderProgram, 'serve', String(port), '0']; // 0: without end
  const sender = await whenListening(lab.start(from, process.execPath, serving));
  const args = [addressOf[from], ...[port, seconds, warmup].map(String)];
  const receiver = lab.start(from === 'left' ? 'right' : 'left', process.execPath, [
    receiverProgram,
    ...args,
  ]);
  const received = new Promise<number>((resolve) => {
    receiver.stdout!.once('data', (bytes: Buffer) => resolve(Number(bytes.toString())));
  });
  return {
    received,
    stop() {
      receiver.kill();
      sender.kill();
    },
  };
}
