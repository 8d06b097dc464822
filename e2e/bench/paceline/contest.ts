import { Loopback } from './loopback.ts';
import type { TransportName } from './programs/transports.ts';

export const ours = 'Paceline';
export const peers: readonly TransportName[] = [ours, 'ws', 'socket.io, bytes', 'socket.io, texts'];

/**
 * Calls `work` with each transport in turn, in each round. A transport has one permanent
 * connection. Returns the results of each transport, in the order of the rounds.
 */
export async function contest<T>(
  names: readonly TransportName[],
  {
    flags = [],
    ...turns
  }: { readonly rounds: number; readonly warmUp: number; readonly flags?: readonly string[] },
  work: (loopback: Loopback) => Promise<T>,
): Promise<ReadonlyMap<TransportName, readonly T[]>> {
  const loopbacks = await Promise.all(names.map((name) => Loopback.start(name, { flags })));
  const found = new Map(names.map((name) => [name, [] as T[]]));
  try {
    await takeTurns(names.length, turns, async (index, round) => {
      const result = await work(loopbacks[index]!);
      if (round >= 0) found.get(names[index]!)!.push(result);
    });
    return found;
  } finally {
    await Promise.all(loopbacks.map((loopback) => loopback.stop()));
  }
}

/** Calls `work` once for each index in every round. Each round begins with another index. Warm-up rounds have negative numbers. */
export async function takeTurns(
  count: number,
  { rounds, warmUp }: { readonly rounds: number; readonly warmUp: number },
  work: (index: number, round: number) => Promise<void>,
): Promise<void> {
  for (let round = -warmUp; round < rounds; round++)
    for (let turn = 0; turn < count; turn++) await work((turn + round + warmUp) % count, round);
}
