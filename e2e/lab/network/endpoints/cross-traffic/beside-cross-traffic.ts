import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { addressOf, type Lab } from '../../link/lab.ts';
import { whenListening } from '../when-listening.ts';

/** Traffic from left to right that competes with a measured connection (Goel 2003, §4.5.1). */
export interface CrossTraffic {
  /** Number of TCP connections in bulk transfer. */
  readonly elephants?: number;
  readonly pulses?: Pulses;
  /** Number of short TCP transfers at any time. When one ends, the next one begins. */
  readonly mice?: number;
  /** Rate of datagrams, as a part of the rate of the link. */
  readonly datagrams?: number;
}

/** Bulk transfers that run for some time, pause, and begin again over new connections. Times are in ms. */
export interface Pulses {
  /** Number of transfers at the same time. */
  readonly count: number;
  readonly lasting: number;
  readonly pause: number;
}

/** Runs `run` beside cross traffic on a link of `rate` bits per second. */
export async function besideCrossTraffic<Report>(
  lab: Lab,
  traffic: CrossTraffic,
  rate: number,
  run: () => Promise<Report>,
): Promise<Report> {
  const programs = await start(lab, traffic, rate);
  try {
    return await run();
  } finally {
    for (const program of programs) program.kill();
  }
}

/** Bytes of a short transfer (Goel 2003, §4.6.1). */
const mouseSize = 20_000;
/** Stands for a transfer without end, in `transfers.mjs`. */
const endless = 0;

async function start(
  lab: Lab,
  { datagrams = 0, elephants = 0, mice = 0, pulses }: CrossTraffic,
  rate: number,
): Promise<readonly ChildProcess[]> {
  const programs = await Promise.all([
    elephants > 0 ? startTransfers(lab, endless, ['fetch', elephants]) : [],
    pulses ? startTransfers(lab, endless, ['pulse', pulses.count, pulses.lasting, pulses.pause]) : [],
    mice > 0 ? startTransfers(lab, mouseSize, ['fetch', mice]) : [],
    datagrams > 0 ? startDatagrams(lab, datagrams * rate) : [],
  ]);
  return programs.flat();
}

const firstPort = 9300;
/** Number of pairs that this process has started. Pairs at the same time need different ports. */
let started = 0;

const nextPort = (): string => String(firstPort + (started++ % 100));

/**
 * A receiver and a sender. The receiver is killed first, so that its kernel rejects the data that the
 * sender's kernel still sends.
 */
type Pair = readonly [ChildProcess, ChildProcess];

/** The mode of the client of `transfers.mjs`, and its arguments after the port. */
type ClientPlan = readonly ['fetch' | 'pulse', ...number[]];

async function startTransfers(lab: Lab, bytes: number, [mode, ...numbers]: ClientPlan): Promise<Pair> {
  const [program, port] = [pathOf('transfers.mjs'), nextPort()];
  const server = await whenListening(lab.startNode('left', [program, 'serve', port, String(bytes)]));
  const client = lab.startNode('right', [program, mode, addressOf.left, port, ...numbers.map(String)]);
  return [client, server];
}

async function startDatagrams(lab: Lab, rate: number): Promise<Pair> {
  const [program, port] = [pathOf('constant-rate.mjs'), nextPort()];
  const receiver = await whenListening(lab.startNode('right', [program, 'receive', port]));
  const sender = lab.startNode('left', [program, 'send', addressOf.right, port, String(rate)]);
  return [receiver, sender];
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
