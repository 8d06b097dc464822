import { describe, expect, test, vi } from 'vitest';
import type { Costs } from './costs.ts';
import { simulate, type SimulatedTask, type SimulationOptions } from './simulate.ts';

const costs: Costs = {
  main: { submit: 0.0005, task: 0.001, settle: 0.0005, choice: 0, message: 0.008 },
  worker: { task: 0.0005, message: 0.008 },
  latency: 0.01,
};
const mainTask = costs.main.submit + costs.main.task + costs.main.settle;

function burst(count: number, cost: number, color?: string): SimulatedTask[] {
  return Array.from({ length: count }, () => (color === undefined ? { cost } : { cost, color }));
}

async function tasksPerSecond(options: Omit<SimulationOptions, 'costs'>): Promise<number> {
  return (await simulate({ costs, ...options })).tasksPerSecond;
}

test('equal input gives equal output', async () => {
  const options: SimulationOptions = {
    workers: [1, 0.5, 1],
    cores: 2,
    costs,
    tasks: Array.from({ length: 500 }, (_, i) => ({
      cost: (i % 7) / 10,
      priority: i % 3,
      color: i % 5,
      at: i % 11,
    })),
  };
  expect(await simulate(options)).toEqual(await simulate(options));
});

test('the output is the same without shared memory', async () => {
  const options: SimulationOptions = { workers: 2, costs, tasks: burst(300, 0.2) };
  const expected = await simulate(options);
  vi.stubGlobal('SharedArrayBuffer', undefined);
  try {
    expect(await simulate(options)).toEqual(expected);
  } finally {
    vi.unstubAllGlobals();
  }
});

test('without tasks the elapsed time and all loads are 0', async () => {
  const { elapsed, main, tasksPerSecond: rate, workers } = await simulate({ workers: 1, costs, tasks: [] });
  expect([elapsed, rate, main.load, workers[0]!.load]).toEqual([0, 0, 0, 0]);
});

test('the elapsed time begins with the first submission', async () => {
  const [now, later] = await Promise.all(
    [0, 100].map((at) =>
      simulate({
        workers: 1,
        costs,
        tasks: [
          { cost: 1, at },
          { cost: 1, at },
        ],
      }),
    ),
  );
  expect(later!.elapsed).toBeCloseTo(now!.elapsed, 9);
  expect(later!.workers[0]!.load).toBeCloseTo(now!.workers[0]!.load, 9);
});

test('the elapsed time of one task is the sum of the costs of the task and its messages', async () => {
  const { elapsed, main, workers } = await simulate({ workers: 1, costs, tasks: burst(1, 1) });
  const worker = costs.worker.message + costs.worker.task + 1;
  const answer = costs.main.message + costs.main.task + costs.main.settle;
  expect(elapsed).toBeCloseTo(costs.main.submit + costs.latency + worker + costs.latency + answer);
  expect(workers[0]!.busy).toBeCloseTo(worker + costs.worker.message);
  expect(workers[0]).toMatchObject({ messages: 2, completed: 1 });
  expect(main.busy).toBeCloseTo(mainTask + 2 * costs.main.message);
});

describe('throughput', () => {
  test('is limited by the submitting thread for many empty tasks, even with one worker', async () => {
    const main = { submit: 0.0002, task: 0.0002, settle: 0.0001, choice: 0, message: 0.006 };
    const quick = { main, worker: { task: 0.0003, message: 0.006 }, latency: 0.01 };
    const run = await simulate({ workers: 1, costs: quick, tasks: burst(10_000, 0) });
    expect(run.main.load).toBeGreaterThan(0.85);
  });

  test('grows with the workers while the submitting thread has time', async () => {
    const alone = await tasksPerSecond({ workers: 1, tasks: burst(200, 1) });
    expect(alone).toBeGreaterThan(950);
    for (const workers of [2, 8, 32]) {
      const speedUp = (await tasksPerSecond({ workers, tasks: burst(200 * workers, 1) })) / alone;
      expect(speedUp / workers).toBeGreaterThan(0.95);
      expect(speedUp / workers).toBeLessThan(1.01);
    }
  });

  test('is limited when the submitting thread is busy all the time', async () => {
    const tasks = burst(20_000, 0.02);
    const { main, tasksPerSecond: most } = await simulate({ workers: 64, costs, tasks });
    expect(main.load).toBeGreaterThan(0.95);
    expect(most / (1000 / mainTask)).toBeGreaterThan(0.7); // messages take the remaining time
    expect(most / (1000 / mainTask)).toBeLessThan(1);
    expect((await tasksPerSecond({ workers: 32, tasks })) / most).toBeCloseTo(1, 1);
  });

  test('falls if choosing among many workers has a cost', async () => {
    const tasks = burst(20_000, 0);
    const choosy: Costs = { ...costs, main: { ...costs.main, choice: 0.00001 } };
    const [free, dear] = [
      await tasksPerSecond({ workers: 64, tasks }),
      (await simulate({ workers: 64, costs: choosy, tasks })).tasksPerSecond,
    ];
    expect(1000 / dear - 1000 / free).toBeCloseTo(63 * 0.00001, 4);
  });

  test('is limited by the cores if there are fewer cores than threads', async () => {
    const tasks = burst(400, 1);
    const two = await tasksPerSecond({ workers: 2, tasks });
    expect((await tasksPerSecond({ workers: 4, cores: 2, tasks })) / two).toBeCloseTo(1, 1);
    expect((await tasksPerSecond({ workers: 2, cores: 1, tasks })) / two).toBeCloseTo(0.5, 1);
    expect((await tasksPerSecond({ workers: 2, cores: 3, tasks })) / two).toBe(1);
  });

  test('is that of one worker if all tasks have one color', async () => {
    const alone = await tasksPerSecond({ workers: 1, tasks: burst(200, 1) });
    const tasks = burst(200, 1, 'one');
    expect((await tasksPerSecond({ workers: 4, tasks })) / alone).toBeCloseTo(1, 1);
  });

  test('is higher with wide windows, which need fewer messages', async () => {
    const tasks = burst(1000, 0);
    const narrow = await simulate({ workers: 1, window: 1, costs, tasks });
    const wide = await simulate({ workers: 1, window: 100, costs, tasks });
    expect([narrow.main.messages, narrow.workers[0]!.messages]).toEqual([2000, 2000]);
    expect(wide.main.messages).toBe(20);
    expect(wide.elapsed).toBeLessThan(narrow.elapsed / 5);
  });
});

describe('a frame of four workers, one of them limited to a quarter of a core', () => {
  const bands = 400;
  const capacity = (4 - 0.75) / 4;

  function frame(ownColors: number): SimulatedTask[] {
    return Array.from({ length: bands }, (_, band) => ({
      cost: 1,
      color: (band * 0.618) % 1 < ownColors ? `own ${band}` : band % 4,
    }));
  }

  async function delay(workers: readonly number[], ownColors: number): Promise<number> {
    return (await simulate({ workers, costs, tasks: frame(ownColors) })).elapsed;
  }

  test('takes as long as the capacity of the workers requires if each task has a color of its own', async () => {
    const whole = await delay([1, 1, 1, 1], 1);
    expect((await delay([0.25, 1, 1, 1], 1)) / (whole / capacity)).toBeCloseTo(1, 1);
  });

  test('takes longer if fewer tasks have a color of their own', async () => {
    const delays = [];
    for (const ownColors of [0, 0.25, 0.5, 0.75, 1]) delays.push(await delay([0.25, 1, 1, 1], ownColors));
    expect(delays).toEqual(delays.toSorted((one, other) => other - one));
  });

  test('takes longer than the limited worker needs for its quarter of the tasks, with round-robin', async () => {
    const round = await simulate({ workers: [0.25, 1, 1, 1], costs, tasks: frame(1), assign: 'round-robin' });
    expect(round.workers.map(({ completed }) => completed)).toEqual([100, 100, 100, 100]);
    expect(round.elapsed).toBeGreaterThan(bands);
  });
});

test('a high-priority task does not wait for 10,000 others', async () => {
  const urgent = { cost: 0.1, priority: 1, at: 50 };
  const { latencies } = await simulate({ workers: 4, costs, tasks: [...burst(10_000, 0.1), urgent] });
  expect(latencies.get(0)).toHaveLength(10_000);
  expect(latencies.get(0)!.at(-1)).toBeGreaterThan(250);
  expect(latencies.get(1)).toHaveLength(1);
  expect(latencies.get(1)![0]).toBeLessThan(2); // the window of a worker
});

test('the load of a slow worker is at most 1', async () => {
  const { workers } = await simulate({ workers: [0.01], costs, tasks: [{ cost: 0.01 }, { cost: 0.01 }] });
  expect(workers[0]!.load).toBeLessThanOrEqual(1);
});

test.each<[string, Partial<SimulationOptions>]>([
  ['workers', { workers: 0 }],
  ['workers', { workers: 1.5 }],
  ['workers', { workers: [] }],
  ['workers', { workers: [1, 0] }],
  ['workers', { workers: 1e9 }],
  ['workers', { workers: Array.from({ length: 1025 }, () => 1) }],
  ['cores', { cores: 0 }],
  ['window', { window: 0 }],
  ['tasks[0].cost', { tasks: [{ cost: -1 }] }],
  ['tasks[0].at', { tasks: [{ cost: 1, at: NaN }] }],
  ['costs', { costs: { ...costs, latency: Infinity } }],
  ['workers', { workers: [Infinity] }],
])('a value of %s that is out of range is refused: %o', async (name, odd) => {
  const simulation = simulate({ workers: 1, costs, tasks: [], ...odd });
  await expect(simulation).rejects.toThrow(RangeError);
  await expect(simulation).rejects.toThrow(name);
});

test.each<[string, object]>([
  ['costs', { costs: undefined }],
  ['costs.main', { costs: { ...costs, main: undefined } }],
  ['costs.main.choice', { costs: { ...costs, main: { ...costs.main, choice: undefined } } }],
  ['costs.worker', { costs: { main: costs.main, latency: 0 } }],
  ['costs.worker.message', { costs: { ...costs, worker: { task: 0 } } }],
  ['costs.latency', { costs: { ...costs, latency: undefined } }],
  ['workers', { workers: undefined }],
  ['workers', { workers: ['1'] }],
  ['cores', { cores: '1' }],
  ['window', { window: {} }],
  ['assign', { assign: 'at random' }],
  ['tasks', { tasks: undefined }],
  ['tasks[0]', { tasks: [undefined] }],
  ['tasks[0].cost', { tasks: [{}] }],
  ['tasks[1].color', { tasks: [{ cost: 1 }, { cost: 1, color: {} }] }],
  ['tasks[0].priority', { tasks: [{ cost: 1, priority: '5' }] }],
])(
  'a value of %s that is missing or has a wrong type is refused with an error that names it: %o',
  async (name, odd) => {
    const simulation = simulate({ workers: 1, costs, tasks: [], ...odd });
    await expect(simulation).rejects.toThrow(TypeError);
    await expect(simulation).rejects.toThrow(`simulate: ${name}`);
  },
);

test('options that are undefined count as absent', async () => {
  const options: SimulationOptions = { workers: 1, costs, tasks: [{ cost: 1, at: 0 }] };
  const absent = { cores: undefined, window: undefined, assign: undefined };
  const task = { cost: 1, at: undefined, color: undefined, priority: undefined };
  expect(await simulate({ ...options, ...absent, tasks: [task] })).toEqual(await simulate(options));
});

describe('the time in which a simulated worker answers is not limited', () => {
  const slow = (main: number, latency: number): Costs => ({
    main: { ...costs.main, message: main },
    worker: costs.worker,
    latency,
  });

  test.each<[string, Partial<SimulationOptions>]>([
    ['a latency of 20 s', { costs: slow(0.008, 20_000) }],
    ['messages that take 100 s', { costs: slow(100_000, 0.01) }],
    ['a worker of speed 1e-9', { workers: [1, 1e-9] }],
    ['a millionth of a core', { cores: 1e-6 }],
  ])('%s', async (_, options) => {
    const { elapsed, workers } = await simulate({ workers: 2, costs, tasks: burst(3, 1), ...options });
    expect(workers.reduce((sum, { completed }) => sum + completed, 0)).toBe(3);
    expect(elapsed).toBeGreaterThan(30_000);
  });

  test.each<[string, Partial<SimulationOptions>]>([
    ['a latency of 1e308 ms', { costs: slow(0.008, 1e308) }],
    ['messages that take 1e308 ms', { costs: slow(1e308, 0.01) }],
    ['tasks that take 1e308 ms', { tasks: burst(3, 1e308) }],
    ['a worker of speed 1e-20', { workers: [1e-20, 1] }],
    ['a worker of speed 1e-308', { workers: [1e-308], tasks: burst(1, 1e10) }],
    ['the least share of a core', { cores: Number.MIN_VALUE }],
  ])('a time must be at most 2^53 ms: %s', async (_, options) => {
    const run = simulate({ workers: 2, costs, tasks: burst(3, 1), ...options });
    await expect(run).rejects.toThrow(
      new RangeError('simulate: each time that costs, speeds and cores lead to must be at most 2^53 ms'),
    );
  });
});
