/** Somebody who does the same work as others in another way. */
export interface Contestant {
  readonly name: string;
  /** Tasks of a round. */
  readonly tasks: number;
  /** Does a round and says how many ms it took; throws where the answer is wrong. */
  round(): number | Promise<number>;
}

/** What was found of one contestant, or of one quantity, at one size; by round where there are rounds. */
export interface Series {
  readonly name: string;
  /** Tasks pending, or what else the figure is drawn over. */
  readonly size: number;
  readonly values: readonly number[];
}

/**
 * Lets the contestants take turns, so that whatever slows the machine down slows all of them; round by round another one begins.
 * The first rounds warm up and are not counted. `by` chooses contestants by the beginning of their names. Returns times in ns per task.
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

/** Lets each of so many play once in every round, each time in another order; rounds that warm up have negative numbers. */
export async function takeTurns(
  count: number,
  { rounds, warmUp }: { rounds: number; warmUp: number },
  play: (index: number, round: number) => Promise<void>,
): Promise<void> {
  for (let round = -warmUp; round < rounds; round++) {
    // A page that never comes up for air is a page that no browser is made for.
    await new Promise((resolve) => setTimeout(resolve));
    for (let turn = 0; turn < count; turn++) await play((turn + round + warmUp) % count, round);
  }
}
