/** A contestant of a benchmark. All contestants of a figure do the same work in different ways. */
export interface Contestant {
  readonly name: string;
  /** Number of tasks per round. */
  readonly tasks: number;
  /** Runs a round and returns its duration in ms. Throws an Error if the answer is wrong. */
  round(): number | Promise<number>;
}

/**
 * The measured values of one contestant, or of one quantity, at one size. There is a value for each round, unless the figure documents
 * otherwise.
 */
export interface Series {
  readonly name: string;
  /** Number of pending tasks, or another quantity on the horizontal axis. */
  readonly size: number;
  readonly values: readonly number[];
}

/**
 * Measures contestants and returns times in ns per task. `by` selects contestants by a prefix of
 * their names. Runs are interleaved, so that noise affects all contestants equally. Each round
 * begins with a different contestant. The first `warmUp` rounds are not measured.
 */
export async function contest(
  all: readonly Contestant[],
  { by = '', size, rounds, warmUp }: { by?: string; size: number; rounds: number; warmUp: number },
): Promise<Series[]> {
  const contestants = all.filter(({ name }) => name.startsWith(by));
  const times = contestants.map((): number[] => []);
  await takeTurns(contestants.length, { rounds, warmUp }, async (index, round) => {
    const contestant = contestants[index]!;
    const time = await contestant.round();
    if (round >= 0) times[index]!.push((time * 1e6) / contestant.tasks);
  });
  return contestants.map(({ name }, index) => ({ name, size, values: times[index]! }));
}

/** Calls `play` once for each index in every round. Each round begins with a different index. Warm-up rounds have negative numbers. */
export async function takeTurns(
  count: number,
  { rounds, warmUp }: { rounds: number; warmUp: number },
  play: (index: number, round: number) => Promise<void>,
): Promise<void> {
  for (let round = -warmUp; round < rounds; round++) {
    // Ends the turn of the event loop: browsers are not optimized for pages with an endless turn.
    await new Promise((resolve) => setTimeout(resolve));
    for (let turn = 0; turn < count; turn++) await play((turn + round + warmUp) % count, round);
  }
}
