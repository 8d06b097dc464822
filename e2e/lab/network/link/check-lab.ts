import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { quantile } from '../../../tools/statistics/statistics.ts';
import { addressOf, type Lab, type Way } from './lab.ts';

/** What a lab was found to be. */
export interface LabCheck {
  /** Ms one way through an idle link, beyond what delay and rate make; the median, and the worst of a hundred. */
  readonly lateMedian: number;
  readonly lateMost: number;
  /** Bits per second that a full link carries. */
  readonly rate: number;
  /** Bytes that waited at the most when there was too much. */
  readonly queue: number;
  /** What is wrong with it; empty: nothing. */
  readonly faults: readonly string[];
}

/** Sends packets from left to right as fast as they go; ends when they have come or are lost. */
export async function sendPackets(lab: Lab, count: number): Promise<void> {
  await send(lab, { count, gap: 0 });
}

const headers = 28; // of IP and UDP
const size = 1000;
const port = 9000;

/** Looks whether a link is as it was set: when idle, when full, and how much it queues. Leaves it idle. */
export async function checkLab(lab: Lab, way: Way): Promise<LabCheck> {
  await lab.set(way);
  const alone = way.delay + (8000 * (size + headers)) / way.rate;
  const idle = await send(lab, { count: 100, gap: Math.max(2, (2 * 8000 * size) / way.rate) });
  const late = idle.map(({ came, sent }) => came - sent - alone);

  // At once twice as much as fits: what comes shows how fast the queue is emptied, and the trace how much there was in it.
  let full: readonly Heard[] = [];
  const waited = await traced(lab, async () => {
    full = await send(lab, { count: Math.ceil((2 * way.queue) / (size + headers)), gap: 0 });
  });
  const queue =
    Math.max(...waited.filter(([, , , isDropped]) => isDropped === 0).map(([, , bytes]) => bytes!)) +
    size +
    headers;
  const times = full.map(({ came }) => came);
  const rate = (8000 * (size + headers) * (times.length - 1)) / (Math.max(...times) - Math.min(...times));

  const check = { lateMedian: quantile(late, 0.5), lateMost: Math.max(...late), rate, queue };
  const faults = [
    ...(idle.length < 100 ? [`${100 - idle.length} of 100 packets are lost by an idle link`] : []),
    ...(check.lateMedian > 0.5 ? [`packets are ${check.lateMedian.toFixed(2)} ms late`] : []),
    ...(Math.abs(rate / way.rate - 1) > 0.03
      ? [`it carries ${Math.round(rate)} bit/s, not ${way.rate}`]
      : []),
    ...(queue > way.queue || queue < way.queue - 2 * (size + headers)
      ? [`${Math.round(queue)} bytes wait, not ${way.queue}`]
      : []),
  ];
  return { ...check, faults };
}

/** What the link notes of each packet while `run` is under way. */
async function traced(lab: Lab, run: () => Promise<void>): Promise<number[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'doha-lab-'));
  try {
    const path = join(folder, 'trace');
    await lab.trace(path);
    await run();
    await lab.trace(undefined);
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    return lines.map((line) => line.split(' ').map(Number));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Heard {
  readonly number: number;
  /** Ms, on one clock. */
  readonly sent: number;
  readonly came: number;
}

async function send(
  lab: Lab,
  { count, gap }: { readonly count: number; readonly gap: number },
): Promise<Heard[]> {
  const program = fileURLToPath(new URL('udp-end.mjs', import.meta.url));
  const hearer = lab.start('right', process.execPath, [program, 'hear', String(port)]);
  const lines = createInterface({ input: hearer.stdout! });
  const heard: Heard[] = [];
  await once(lines, 'line'); // it is ready
  lines.on('line', (line) => {
    const [number, sent, came] = line.split(' ').map(Number);
    heard.push({ number: number!, sent: sent! / 1000, came: came! / 1000 });
  });
  const args = ['send', port, addressOf.right, count, size, gap].map(String);
  const sender = lab.start('left', process.execPath, [program, ...args]);
  await once(sender, 'exit');
  for (let before = -1; before < heard.length;) {
    before = heard.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  hearer.stdin!.end();
  await once(hearer, 'exit');
  return heard;
}
