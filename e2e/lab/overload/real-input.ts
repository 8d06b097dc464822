import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { LeftReport } from '../../../demos/overload/results/left-report.ts';
import type { WebKitDriver } from '../../tools/browsers/webkit-driver.ts';

// Clicks in the games, keys in the filter, at irregular intervals of 120 ms on average: as the synthetic input of the page, but from the browser's own input queue.

const least = 60;
const most = 180;
/** Inputs until the scene of the page is read again. */
const batch = 8;

interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Opens the benchmark in a browser of Playwright, and gives input until it is done. Inputs do not wait for one another, as with a user. */
export async function playInPage(page: Page, address: string): Promise<LeftReport> {
  await page.goto(address);
  const canvas = await page.evaluate(rectangle);
  for (let count = 0; ; count++) {
    const scene = count % batch === 0 ? await page.evaluate(sceneOrDone) : undefined;
    if (scene === 'done') break;
    if (scene !== undefined) current = scene;
    if (current === 'filter') void page.keyboard.press('a').catch(ignoreClosed);
    else void page.mouse.click(...placeIn(canvas, count)).catch(ignoreClosed);
    await sleep(interval());
  }
  return page.evaluate(() => (globalThis as unknown as { report: LeftReport }).report);
}

/** The same in WebKit, which plays a batch of inputs at a time. */
export async function playInWebKit(webkit: WebKitDriver, address: string): Promise<LeftReport> {
  await webkit.open(address);
  const canvas = await webkit.evaluate<Rectangle>(`return (${String(rectangle)})();`);
  for (let count = 0; ; count += batch) {
    const scene = await webkit.evaluate<string>(`return (${String(sceneOrDone)})();`);
    if (scene === 'done') break;
    await webkit.perform([scene === 'filter' ? keys() : clicks(canvas, count)]);
  }
  return webkit.evaluate<LeftReport>('return globalThis.report;');
}

let current = '';

/** Runs in the page. The id of the scene that is played, `done` if the report is there, and empty before the first scene. */
function sceneOrDone(): string {
  const isDone = (globalThis as { report?: unknown }).report !== undefined;
  return isDone ? 'done' : (document.body.dataset['scene'] ?? '');
}

/** Runs in the page. */
function rectangle(): Rectangle {
  const { height, left, top, width } = document.querySelector('#canvas')!.getBoundingClientRect();
  return { height, left, top, width };
}

/** The next place of a curve through the canvas. */
function placeIn({ height, left, top, width }: Rectangle, count: number): [x: number, y: number] {
  const x = left + width * (0.5 + 0.35 * Math.sin(count * 0.53));
  return [Math.round(x), Math.round(top + height * (0.5 + 0.35 * Math.sin(count * 0.37 + 1)))];
}

function clicks(canvas: Rectangle, first: number): object {
  const actions = Array.from({ length: batch }, (_, i) => {
    const [x, y] = placeIn(canvas, first + i);
    return [
      { type: 'pointerMove', duration: 0, origin: 'viewport', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
      { type: 'pause', duration: interval() },
    ];
  });
  return { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: actions.flat() };
}

function keys(): object {
  const actions = Array.from({ length: batch }, () => [
    { type: 'keyDown', value: 'a' },
    { type: 'keyUp', value: 'a' },
    { type: 'pause', duration: interval() },
  ]);
  return { type: 'key', id: 'keyboard', actions: actions.flat() };
}

function interval(): number {
  return Math.round(least + (most - least) * Math.random());
}

/** The page may be closed before the last inputs have been handled. */
function ignoreClosed(): void {}
