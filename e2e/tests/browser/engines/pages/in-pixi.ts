import { addToTicker } from '@doha/engines/pixi';
import { Ticker } from 'pixi.js';
import { setHidden } from './simulated-visibility.ts';
import { createWalker, displayFrames, until } from './walker.ts';

export interface PixiReport {
  /** Simulated ms after a second at 5 fps, and after another one at half speed. */
  readonly received: readonly number[];
  /** Whether the ticker still runs after errors of updates. */
  readonly survivesErrors: boolean;
  readonly errors: readonly string[];
  /** Callbacks of the ticker after `dispose` in an update, and updates that were made. */
  readonly afterDispose: readonly [callbacks: number, updates: number];
  /** Steps that were made while the page was hidden, with and without `whenHidden: 'run'`. */
  readonly hiddenSteps: { readonly run: number; readonly pause: number };
  /** Simulated time in ms of the frame with `whenHidden: 'run'` minus real time. */
  readonly surplus: number;
  readonly refusals: readonly string[];
}

export async function runInPixi(): Promise<PixiReport> {
  return {
    received: receivedTimes(),
    ...(await surviveErrors()),
    afterDispose: disposeInUpdate(),
    ...(await hide()),
    refusals: [undefined, {}].map(refusalOf),
  };
}

/** A ticker whose frames the caller makes. */
function manualTicker(): { ticker: Ticker; advance: (elapsed: number) => void } {
  const ticker = new Ticker();
  let now = 1000;
  ticker.update(now);
  return { ticker, advance: (elapsed) => ticker.update((now += elapsed)) };
}

function receivedTimes(): number[] {
  const { ticker, advance } = manualTicker();
  const { entity, options } = createWalker();
  const engineFrame = addToTicker(ticker, options);
  const received = [1, 0.5].map((speed) => {
    ticker.speed = speed;
    for (let i = 0; i < 5; i++) advance(200); // Pixi limits `deltaMS` to 100 ms
    return Math.round(entity.x);
  });
  engineFrame.dispose();
  return received;
}

async function surviveErrors(): Promise<Pick<PixiReport, 'survivesErrors' | 'errors'>> {
  const ticker = new Ticker();
  const walker = createWalker();
  walker.act = () => {
    throw new Error('chaos');
  };
  const engineFrame = addToTicker(ticker, walker.options);
  ticker.start();
  await until(() => walker.errors.length >= 3);
  const survivesErrors = ticker.started;
  engineFrame.dispose();
  ticker.destroy();
  return { survivesErrors, errors: [...new Set(walker.errors)] };
}

function disposeInUpdate(): [number, number] {
  const { ticker, advance } = manualTicker();
  const walker = createWalker();
  const engineFrame = addToTicker(ticker, walker.options);
  walker.act = () => engineFrame.dispose();
  for (let i = 0; i < 3; i++) advance(20);
  return [ticker.count, engineFrame.frame.stats.updated];
}

async function hide(): Promise<Pick<PixiReport, 'hiddenSteps' | 'surplus'>> {
  const ticker = new Ticker();
  const [running, paused] = [createWalker(), createWalker()];
  const start = performance.now();
  const run = addToTicker(ticker, { ...running.options, whenHidden: 'run' });
  const pause = addToTicker(ticker, paused.options);
  ticker.start();
  await displayFrames(3);
  setHidden(true);
  const before = [run.frame.stats.steps, pause.frame.stats.steps] as const;
  await until(() => run.frame.stats.steps >= before[0] + 5);
  const hiddenSteps = {
    run: run.frame.stats.steps - before[0],
    pause: pause.frame.stats.steps - before[1],
  };
  setHidden(false);
  await displayFrames(3);
  const surplus = run.frame.now + run.frame.stats.skippedTime - (performance.now() - start);
  for (const engineFrame of [run, pause]) engineFrame.dispose();
  ticker.destroy();
  return { hiddenSteps, surplus };
}

function refusalOf(ticker: unknown): string {
  try {
    addToTicker(ticker as Ticker, createWalker().options);
    return 'none';
  } catch (error) {
    return String(error);
  }
}
