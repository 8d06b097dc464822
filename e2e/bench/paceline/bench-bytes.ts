import type { Row } from '../../tools/results/results.ts';
import { judge } from '../../tools/statistics/bar.ts';
import { digits, median, spread } from '../../tools/statistics/statistics.ts';
import type { FigureResults } from '../figure-results.ts';
import { contest, ours, peers } from './contest.ts';
import type { LoopbackScale } from './loopback-figures.ts';
import type { Cost } from './loopback.ts';
import type { PeriodicSending, Portion } from './program.ts';
import type { TransportName } from './programs/transports.ts';

/** Messages of a server in each step of a game, by the name of the case. */
const alone = {
  '1 × 64 B': [{ count: 1, size: 64 }],
  '1 × 1 kB': [{ count: 1, size: 1000 }],
  '1 × 16 kB': [{ count: 1, size: 16_000 }],
};
const together = {
  '20 × 64 B': [{ count: 20, size: 64 }],
  '20 × 64 B and 2 × 1 kB': [
    { count: 20, size: 64 },
    { count: 2, size: 1000 },
  ],
};
const games: Readonly<Record<string, readonly Portion[]>> = { ...alone, ...together };

/** Messages of a client in each step: pressed keys. */
const keys: readonly Portion[] = [{ count: 1, size: 16 }];

/** Bytes of the IP and TCP headers of a segment, including the TCP timestamp option. */
const segmentHeader = 52;

/** Bytes on the wire for the messages of a game. */
export async function benchBytes(_: unknown, { rounds, steps }: LoopbackScale): Promise<FigureResults> {
  const found = await contest(peers, { rounds: Math.ceil(rounds / 3), warmUp: 0 }, async (loopback) => {
    const costs: Record<string, Cost> = {};
    for (const [name, portions] of Object.entries(games))
      costs[name] = await loopback.sendPeriodically(stepsOf(portions, steps), stepsOf(keys, steps));
    return costs;
  });
  const names = Object.keys(games);
  const payload = (of: string): number => steps * bytesOf([...games[of]!, ...keys]);
  const framed = (by: TransportName, of: string): number[] => found.get(by)!.map((costs) => costs[of]!.bytes);
  const whole = (by: TransportName, of: string): number[] =>
    found.get(by)!.map((costs) => costs[of]!.bytes + segmentHeader * costs[of]!.segments);
  const more = (bytes: readonly number[], than: number): number => 100 * (median(bytes) / than - 1);
  const rows = names.flatMap((of) =>
    peers.map((by): Row => ({
      'in each step': of,
      by,
      'bytes of messages': payload(of) / steps,
      'of WebSocket': digits(median(framed(by, of)) / steps, 5),
      'with IP and TCP': digits(median(whole(by, of)) / steps, 5),
      'more than messages, %': digits(more(framed(by, of), payload(of)), 3),
      'more than ws, with IP and TCP, %': digits(more(whole(by, of), median(whole('ws', of))), 3),
      spread: `±${digits(100 * spread(whole(by, of)), 2)} %`,
    })),
  );
  const barOf = (what: string, of: object): Row =>
    judge({
      bar: `bytes on the wire, with IP and TCP, ${what}: more than those of ws, %`,
      limit: { most: 3 },
      environment: 'Node',
      found: Object.fromEntries(
        Object.keys(of).map((name) => [name, more(whole(ours, name), median(whole('ws', name)))]),
      ),
    });
  const isCounted = names.every((of) => !whole(ours, of).some(Number.isNaN)); // not every system counts segments
  const samples = peers.flatMap((by) =>
    names.flatMap((of) => [
      [`${by}, ${of}: bytes of WebSocket`, framed(by, of)],
      [`${by}, ${of}: bytes with IP and TCP`, whole(by, of)],
    ]),
  );
  return {
    name: 'bench-paceline-bytes',
    parameters: { rounds: Math.ceil(rounds / 3), steps, stepsInASecond: 60, fromTheClient: bytesOf(keys) },
    rows,
    samples: Object.fromEntries(samples) as Record<string, number[]>,
    bars: isCounted
      ? [barOf('many messages in a step', together), barOf('one message in a step', alone)]
      : [],
  };
}

function stepsOf(portions: readonly Portion[], times: number): PeriodicSending {
  return { portions, rate: 60, times };
}

function bytesOf(portions: readonly Portion[]): number {
  return portions.reduce((sum, { count, size }) => sum + count * size, 0);
}
