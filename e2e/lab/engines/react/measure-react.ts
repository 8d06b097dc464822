import type { Page } from '@playwright/test';
import type { Findings, Row } from '../../../tools/results/results.ts';
import { digits, median } from '../../../tools/statistics/statistics.ts';

export interface ReactOptions {
  /** Address of the example page. */
  readonly address: string;
  /** Number of rows of the list. */
  readonly rows: number;
  /** Letters that are typed into the search field. */
  readonly letters: string;
  /** Milliseconds between two letters. */
  readonly letterEvery: number;
  /** Measurements per mode. The modes alternate. */
  readonly rounds: number;
}

/** The compared modes of the example. */
export const modes = ['doha', 'transition', 'plain'] as const;

/** Figures of one run in ms. */
export interface ReactRun {
  /** From the last letter to the frame in which all visible rows show the result for it. */
  readonly visible: number;
  /** From the last letter to the frame in which all rows show the result for it. */
  readonly all: number;
  /** Total blocking time from the first letter until then: the parts of long tasks beyond 50 ms. */
  readonly blocking: number;
  /** Interaction to Next Paint: the longest time from a letter to the next frame, as the Event Timing API reports it. */
  readonly inp: number;
  /** The time from each letter to the next frame. Times below 16 ms are not reported, and all are rounded to 8 ms. */
  readonly letters: readonly number[];
}

/** Types into the search field of the example in each mode. Returns one row per mode. */
export async function measureReact(
  open: () => Promise<Page>,
  { address, rounds, ...typing }: ReactOptions,
): Promise<Pick<Findings, 'parameters' | 'rows' | 'samples'>> {
  const runs = new Map<string, ReactRun[]>(modes.map((mode) => [mode, []]));
  for (let round = 0; round < rounds; round++) {
    for (const mode of modes) {
      const page = await open();
      const url = `${address}?mode=${mode}&rows=${typing.rows}`;
      runs.get(mode)!.push(await typeLetters(page, url, typing));
      await page.close();
    }
  }
  return {
    parameters: { ...typing, rounds },
    rows: [...runs].map(([mode, all]) => rowOf(mode, all)),
    samples: Object.fromEntries(runs),
  };
}

function rowOf(mode: string, runs: readonly ReactRun[]): Row {
  const of = (name: 'visible' | 'all' | 'blocking' | 'inp'): number =>
    digits(median(runs.map((run) => run[name])), 3);
  return {
    mode,
    'visible rows, ms': of('visible'),
    'all rows, ms': of('all'),
    'blocking time, ms': of('blocking'),
    'INP, ms': of('inp'),
    'INP, worst run, ms': Math.max(...runs.map(({ inp }) => inp)),
  };
}

/** Types at fixed times, as a person does who does not wait for the page. */
export async function typeLetters(
  page: Page,
  address: string,
  { letterEvery, letters, rows }: Omit<ReactOptions, 'address' | 'rounds'>,
): Promise<ReactRun> {
  await page.addInitScript(observe);
  await page.goto(address);
  const search = page.getByRole('searchbox');
  await page.locator(`#note-${rows - 1}`).waitFor({ state: 'attached', timeout: 0 });
  await search.focus();
  await page.keyboard.press('End');
  const query = (await search.inputValue()) + letters;
  const run = page.evaluate(watchRows, { query, rows });
  const presses = [];
  for (const letter of letters) {
    presses.push(page.keyboard.press(letter));
    await page.waitForTimeout(letterEvery);
  }
  await Promise.all(presses);
  return run;
}

interface Observed {
  readonly tasks: PerformanceEntry[];
  readonly events: PerformanceEntry[];
  /** Times of the letters. */
  readonly keys: number[];
}

/** Collects long tasks and events. Runs in the page, so it must not use variables of this module. */
function observe(): void {
  const observed: Observed = { tasks: [], events: [], keys: [] };
  const collect = (into: PerformanceEntry[], options: object): void =>
    new PerformanceObserver((list) => into.push(...list.getEntries())).observe(options);
  collect(observed.tasks, { type: 'longtask' });
  collect(observed.events, { type: 'event', durationThreshold: 16 });
  addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      if (key.length === 1) observed.keys.push(timeStamp);
    },
    { capture: true },
  );
  Object.assign(globalThis, { observed });
}

/** Waits until all rows show the result for `query`. Runs in the page. */
async function watchRows({
  query,
  rows,
}: {
  readonly query: string;
  readonly rows: number;
}): Promise<ReactRun> {
  const { observed } = globalThis as unknown as { observed: Observed };
  /** The time right after the next frame. */
  const afterFrame = (): Promise<number> =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(0);
      });
    });
  const until = async (isDone: () => boolean): Promise<number> => {
    for (;;) {
      const now = await afterFrame();
      if (isDone()) return now;
    }
  };
  const shows = (index: number): boolean =>
    document.querySelector<HTMLElement>(`#note-${index}`)?.dataset['query'] === query;
  const screen = Math.ceil(document.querySelector('section')!.clientHeight / 40);
  const visible = await until(() => Array.from({ length: screen }, (_, i) => i).every(shows));
  const all = await until(
    () => shows(rows - 1) && document.querySelectorAll(`li[data-query="${query}"]`).length === rows,
  );
  await new Promise((resolve) => setTimeout(resolve, 500)); // the observers report later
  const first = observed.keys[0]!;
  const last = observed.keys.at(-1)!;
  const within = ({ startTime }: PerformanceEntry): boolean => startTime >= first - 1 && startTime <= all;
  const keys = observed.events.filter(
    (entry) => within(entry) && (entry as PerformanceEntry & { interactionId: number }).interactionId > 0,
  );
  const blocking = observed.tasks
    .filter(within)
    .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
  const letters = keys.map(({ duration }) => duration);
  return { visible: visible - last, all: all - last, blocking, inp: Math.max(16, ...letters), letters };
}
