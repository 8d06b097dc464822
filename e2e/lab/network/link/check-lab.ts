import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { quantile } from '../../../tools/statistics/statistics.ts';
import { addressOf, type Lab, type LinkDirection } from './lab.ts';

/** The measured properties of a lab. */
export interface LabCheck {
  /** Ms of one-way latency through an idle link beyond its delay and transmission time: the median and the maximum of 100 packets. */
  readonly medianLateness: number;
  readonly maxLateness: number;
  /** Throughput of a full link, in bits per second. */
  readonly rate: number;
  /** Maximum of queued bytes under overload. */
  readonly queue: number;
  /** Deviations from the settings. Empty if the lab is exact. */
  readonly faults: readonly string[];
}

/** A packet that arrived. */
export interface Arrival {
  /** Its number in the order of sending, from 0. */
  readonly number: number;
  /** Ms on a shared clock. */
  readonly sent: number;
  readonly received: number;
}

/**
 * Sends packets of 1,028 bytes from left to right, by default as fast as possible. `gap`: ms between them. Resolves to the packets in the order of their
 * arrival, when no more of them arrive.
 */
export async function sendPackets(lab: Lab, count: number, gap = 0): Promise<readonly Arrival[]> {
  const program = fileURLToPath(new URL('udp-endpoint.mjs', import.meta.url));
  const receiver = lab.startNode('right', [program, 'receive', String(port)]);
  const lines = createInterface({ input: receiver.stdout! });
  const arrivals: Arrival[] = [];
  await once(lines, 'line'); // ready
  lines.on('line', (line) => {
    const [number, sent, received] = line.split(' ').map(Number);
    arrivals.push({ number: number!, sent: sent! / 1000, received: received! / 1000 });
  });
  const args = ['send', port, addressOf.right, count, size, gap].map(String);
  const sender = lab.startNode('left', [program, ...args]);
  await once(sender, 'exit');
  for (let before = -1; before < arrivals.length;) {
    before = arrivals.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  receiver.stdin!.end();
  await once(receiver, 'exit');
  return arrivals;
}

const headers = 28; // of IP and UDP
const size = 1000;
const port = 9000;

/** Sets a link, and measures its latency when idle, its throughput when full, and its queue. Leaves it idle. */
export async function checkLab(lab: Lab, direction: LinkDirection): Promise<LabCheck> {
  await lab.set(direction);
  const alone = direction.delay + (8000 * (size + headers)) / direction.rate;
  const idle = await sendPackets(lab, 100, Math.max(2, (2 * 8000 * size) / direction.rate));
  const late = idle.map(({ received, sent }) => received - sent - alone);

  // A burst of twice the queue. Arrivals show the rate at which the queue drains, and the trace shows the queued bytes.
  let full: readonly Arrival[] = [];
  const waited = await traced(lab, async () => {
    full = await sendPackets(lab, Math.ceil((2 * direction.queue) / (size + headers)));
  });
  const queue =
    Math.max(...waited.filter(([, , , isDropped]) => isDropped === 0).map(([, , bytes]) => bytes!)) +
    size +
    headers;
  const times = full.map(({ received }) => received);
  const rate = (8000 * (size + headers) * (times.length - 1)) / (Math.max(...times) - Math.min(...times));

  const check = { medianLateness: quantile(late, 0.5), maxLateness: Math.max(...late), rate, queue };
  const faults = [
    ...(idle.length < 100 ? [`an idle link lost ${100 - idle.length} of 100 packets`] : []),
    ...(check.medianLateness > 0.5 ? [`packets are ${check.medianLateness.toFixed(2)} ms late`] : []),
    ...(Math.abs(rate / direction.rate - 1) > 0.03
      ? [`the throughput is ${Math.round(rate)} bit/s, not ${direction.rate}`]
      : []),
    ...(queue > direction.queue || queue < direction.queue - 2 * (size + headers)
      ? [`the queue holds ${Math.round(queue)} bytes, not ${direction.queue}`]
      : []),
  ];
  return { ...check, faults };
}

/** Records a trace of the link during `run`. Returns the numbers of each packet: µs, direction, queued bytes, 1 if it was dropped. */
export async function traced(lab: Lab, run: () => Promise<unknown>): Promise<number[][]> {
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
