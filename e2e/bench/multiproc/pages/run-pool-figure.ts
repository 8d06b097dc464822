import { contest, type Contestant, type Series, takeTurns } from '../../pages/contest.ts';
import type { Pool, PoolMaker, TaskName, Value } from './contestants/pool.ts';
import { burst, postAll, roundTrip, stream, urgency } from './play.ts';

/** Returns the CPU time of this thread in ms. The implementation depends on the platform. */
export type ThreadTime = () => Promise<number>;

interface Knobs {
  /** Numbers of workers, or bytes of a round trip's payload. */
  readonly sizes: readonly number[];
  readonly rounds: number;
  /** Number of tasks per round. */
  readonly tasks: number;
}

interface Platform {
  readonly makers: readonly PoolMaker[];
  readonly threadTime: ThreadTime;
}

type PoolFigure = (platform: Platform, knobs: Knobs) => Promise<readonly Series[]>;

/** Duration of a short task in ms. */
const short = 0.1;
/** Duration of a brief task in ms. */
const brief = 0.02;
/** Number of outstanding tasks in a stream. */
const outstanding = 8;
const warmUp = 3;
/** Warm-up rounds of round trips. Engines optimize code after some thousand calls. */
const tripsWarmUp = 12;

const figures: Readonly<Record<string, PoolFigure>> = {
  empty: throughput('empty', 1),
  brief: throughput('spin', brief),
  short: throughput('spin', short),
  'main-thread': mainThread,
  'round-trip': roundTrips,
  urgent: urgencies,
};

/**
 * Measures the figure of an address such as `?figure=empty&sizes=1,2&rounds=9&tasks=10000`, in a
 * page or in Node.
 *
 * @throws RangeError if the figure does not exist, Error if a pool gives a wrong answer.
 */
export async function runPoolFigure(address: string, platform: Platform): Promise<readonly Series[]> {
  const query = new URLSearchParams(address);
  const figure = figures[query.get('figure') ?? ''];
  if (figure === undefined)
    throw new RangeError(`Run figure: the name must be one of ${Object.keys(figures).join(', ')}`);
  const makers = platform.makers
    .filter(({ only }) => only?.includes(query.get('figure')!) ?? true)
    .filter(({ name }) => name.startsWith(query.get('by') ?? ''));
  return figure(
    { ...platform, makers },
    {
      sizes: (query.get('sizes') ?? '1').split(',').map(Number),
      rounds: Number(query.get('rounds') ?? 5),
      tasks: Number(query.get('tasks') ?? 1000),
    },
  );
}

/** Times in ns per task: in bursts, and in streams with a few outstanding tasks. */
function throughput(name: TaskName, value: Value): PoolFigure {
  return async ({ makers }, { sizes, rounds, tasks }) => {
    const series: Series[] = [];
    const work = { name, value, count: tasks };
    for (const workers of sizes) {
      await withPools(makers, workers, async (pools) => {
        const contestants = pools.flatMap(([by, pool]): Contestant[] => [
          { name: `${by}: burst`, tasks, round: () => burst(pool, work) },
          { name: `${by}: stream`, tasks, round: () => stream(pool, outstanding, work) },
        ]);
        series.push(...(await contest(contestants, { size: workers, rounds, warmUp })));
      });
    }
    return series;
  };
}

/** CPU time of the main thread in ns per task with one worker: once with all results (`wanted`), once without results (`forgotten`). */
async function mainThread({ makers, threadTime }: Platform, knobs: Knobs): Promise<readonly Series[]> {
  const { rounds, tasks } = knobs;
  const work = { name: 'empty', value: 1, count: tasks } as const;
  let series: readonly Series[] = [];
  await withPools(makers, 1, async (pools) => {
    const timed = async (play: () => Promise<unknown>): Promise<number> => {
      const before = await threadTime();
      await play();
      return (await threadTime()) - before;
    };
    const contestants = pools.flatMap(([name, pool]): Contestant[] => [
      {
        name: `${name}: wanted`,
        tasks,
        async round() {
          const time = await timed(() => burst(pool, work));
          await pool.run('count', 0);
          return time;
        },
      },
      { name: `${name}: forgotten`, tasks, round: () => timed(() => postAll(pool, work)) },
    ]);
    series = await contest(contestants, { size: 1, rounds, warmUp });
  });
  return series;
}

/** Time of each round trip to one worker in µs. In each round, ten unmeasured trips come first. */
async function roundTrips({ makers }: Platform, { sizes, rounds, tasks }: Knobs): Promise<readonly Series[]> {
  const series: Series[] = [];
  for (const bytes of sizes) {
    const payload = 'x'.repeat(bytes);
    await withPools(makers, 1, async (pools) => {
      const trips = pools.map((): number[] => []);
      await takeTurns(pools.length, { rounds, warmUp: tripsWarmUp }, async (index, round) => {
        const [, pool] = pools[index]!;
        for (let trip = -10; trip < tasks; trip++) {
          const time = await roundTrip(pool, payload);
          if (round >= 0 && trip >= 0) trips[index]!.push(time * 1000);
        }
      });
      series.push(...pools.map(([name], index) => ({ name, size: bytes, values: trips[index]! })));
    });
  }
  return series;
}

/** Time in ms from the submission of an urgent task to its result, after `tasks` short tasks were submitted. */
async function urgencies({ makers }: Platform, { sizes, rounds, tasks }: Knobs): Promise<readonly Series[]> {
  const series: Series[] = [];
  for (const workers of sizes) {
    await withPools(makers, workers, async (pools) => {
      const latencies = pools.map((): number[] => []);
      await takeTurns(pools.length, { rounds, warmUp: 1 }, async (index, round) => {
        const latency = await urgency(pools[index]![1], { name: 'spin', value: short, count: tasks });
        if (round >= 0) latencies[index]!.push(latency);
      });
      series.push(...pools.map(([name], index) => ({ name, size: workers, values: latencies[index]! })));
    });
  }
  return series;
}

/** Starts all pools, calls `use`, and stops the pools. */
async function withPools(
  makers: readonly PoolMaker[],
  workers: number,
  use: (pools: readonly (readonly [name: string, pool: Pool])[]) => Promise<void>,
): Promise<void> {
  const pools = await Promise.all(
    makers.map(async (maker) => [maker.name, await maker.start(workers)] as const),
  );
  await use(pools);
  for (const [, pool] of pools) await pool.stop();
}
