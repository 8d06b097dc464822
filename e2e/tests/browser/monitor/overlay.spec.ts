import { expect, type Locator, type Page, test } from '@playwright/test';
import { collectErrors } from '../../../tools/browsers/collect-errors.ts';
import type { OverlayPage } from './pages/overlay.ts';

test.describe.configure({ mode: 'parallel' });

const address = '/e2e/tests/browser/monitor/pages/overlay.html';

/** Reads a value of the page. `read` runs in the page. */
async function inPage<Result>(page: Page, read: (state: OverlayPage) => Result): Promise<Result> {
  const state = await page.evaluateHandle<OverlayPage>('report');
  return state.evaluate(read as (state: OverlayPage) => unknown) as Promise<Result>;
}

async function open(page: Page, query = ''): Promise<Locator> {
  await page.goto(address + query);
  const panel = page.getByRole('dialog', { name: 'Monitor' });
  await expect(panel).toBeVisible();
  return panel;
}

/** Whether the canvas has pixels of more than a few colors. */
async function hasDrawing(panel: Locator): Promise<boolean> {
  return panel.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', {
      willReadFrequently: true,
    })!;
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size > 4;
  });
}

test('the toggle key hides and shows the overlay, and other keys reach the page', async ({ page }) => {
  const errors = collectErrors(page);
  const panel = await open(page);
  await page.keyboard.press('KeyA');
  await page.keyboard.press('F8');
  await expect(panel).toBeHidden();
  await page.keyboard.press('F8');
  await expect(panel).toBeVisible();
  await panel.getByRole('button', { name: 'Hide' }).click();
  await expect(panel).toBeHidden();
  await page.keyboard.press('Space');
  expect(await inPage(page, ({ keys }) => keys.filter((key) => !key.startsWith('-')))).toEqual([
    'KeyA',
    'Space',
  ]);
  expect(errors).toEqual([]);
});

test('an overlay whose source throws shows the error; if it cannot be shown, no element or listener remains', async ({
  page,
}) => {
  const errors = collectErrors(page);
  await open(page);
  const thrown = await inPage(page, ({ showOverlay }) => {
    const fail = (text: string) => (): never => {
      throw new Error(text);
    };
    const recording = fail('no recording');
    showOverlay({ follow: () => ({ take: fail('no records') }), recording }, { name: 'Broken', key: null });
    showOverlay({ follow: fail('no thread'), recording }, { name: 'Later', key: 'F9', isShown: false });
    try {
      showOverlay({ follow: fail('no follower'), recording }, { name: 'None', key: 'F10' });
      return 'none';
    } catch (error) {
      return String(error);
    }
  });
  expect(thrown).toBe('Error: no follower');
  await expect(page.getByRole('dialog', { name: 'Broken' })).toContainText('no records: no records');
  await page.keyboard.press('F9');
  await expect(page.getByRole('dialog', { name: 'Later' })).toContainText('no records: no thread');
  await page.keyboard.press('F9');
  await expect(page.getByRole('dialog', { name: 'Later' })).toBeHidden();
  await page.keyboard.press('F10');
  await expect(page.getByRole('dialog', { name: 'None' })).toBeHidden();
  expect(errors).toEqual([]);
});

test('a hidden overlay calls no callback of the application and has no elements', async ({ page }) => {
  await open(page);
  await page.keyboard.press('F8');
  const calls = await page.evaluate(async () => {
    const { overlays } = (globalThis as unknown as { report: OverlayPage }).report;
    let reads = 0;
    overlays[0]!.sample('reads', () => reads++);
    await new Promise((resolve) => setTimeout(resolve, 500));
    return { reads, hosts: document.querySelectorAll('[data-doha-overlay]').length };
  });
  expect(calls).toEqual({ reads: 0, hosts: 0 });
});

test('each tab shows its view, by a click and by arrow keys', async ({ page }) => {
  const errors = collectErrors(page);
  const panel = await open(page);
  await expect(panel.getByRole('img')).toHaveAttribute('aria-label', /queue/);
  await expect.poll(() => hasDrawing(panel)).toBe(true);
  for (const [tab, text] of [
    ['Histograms', /step p95/],
    ['Lanes', /main/],
    ['Priorities', /priority: first: .*0\.98/],
  ] as const) {
    await panel.getByRole('tab', { name: tab }).click();
    await expect(panel.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
    await expect(panel.getByRole('img')).toHaveAttribute('aria-label', text);
    await expect.poll(() => hasDrawing(panel)).toBe(true);
  }
  await panel.getByRole('tab', { name: 'Priorities' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(panel.getByRole('tab', { name: 'Parameters' })).toBeFocused();
  await expect(panel.getByRole('slider', { name: 'speed' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(panel.getByRole('button', { name: 'Take recording' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(panel.getByRole('tab', { name: 'Signals' })).toHaveAttribute('aria-selected', 'true');
  expect(await inPage(page, ({ keys }) => keys)).toEqual([]);
  expect(errors).toEqual([]);
});

test('the title bar moves the overlay by pointer and by keys, and the page remembers the position', async ({
  page,
}) => {
  const panel = await open(page);
  const title = panel.getByRole('group', { name: /Arrow keys/ });
  const before = (await panel.boundingBox())!;
  await page.mouse.move(before.x + 60, before.y + 20);
  await page.mouse.down();
  await page.mouse.move(before.x - 140, before.y + 120, { steps: 4 });
  await page.mouse.up();
  const moved = (await panel.boundingBox())!;
  expect(moved.x).toBeCloseTo(before.x - 200, 0);
  expect(moved.y).toBeGreaterThan(before.y);
  await title.focus();
  await page.keyboard.press('ArrowLeft');
  expect((await panel.boundingBox())!.x).toBeCloseTo(moved.x - 16, 0);
  const last = (await panel.boundingBox())!;
  await panel.getByRole('tab', { name: 'Lanes' }).click();
  await page.reload();
  await expect(panel.getByRole('tab', { name: 'Lanes' })).toHaveAttribute('aria-selected', 'true');
  expect((await panel.boundingBox())!.x).toBeCloseTo(last.x, 0);
});

test('the overlay stays within the window, and does not block the page outside of itself', async ({
  page,
}) => {
  const panel = await open(page);
  const title = panel.getByRole('group', { name: /Arrow keys/ });
  const drag = async (x: number, y: number): Promise<void> => {
    await title.hover({ position: { x: 60, y: 20 } });
    await page.mouse.down();
    await page.mouse.move(x, y, { steps: 3 });
    await page.mouse.up();
  };
  await panel.getByRole('tab', { name: 'Parameters' }).click(); // its height does not change
  await expect(panel.getByRole('slider', { name: 'speed' })).toBeVisible();
  await drag(-500, 5000);
  const moved = (await panel.boundingBox())!;
  expect(moved.x).toBe(0);
  expect(moved.y + moved.height).toBeLessThanOrEqual(page.viewportSize()!.height + 1);
  await drag(600, 30);
  await page.locator('#page-button').click();
  expect(await inPage(page, ({ clicks }) => clicks)).toBe(1);
});

test('styles of the page do not reach the overlay', async ({ page }) => {
  const panel = await open(page);
  const found = await panel.evaluate((element) => {
    const { color, letterSpacing } = getComputedStyle(element);
    return { color, letterSpacing };
  });
  expect(found).toEqual({ color: 'rgb(230, 235, 245)', letterSpacing: 'normal' });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, deviceScaleFactor: 3 });

  test('the overlay fits, its tabs are at least 40 px high, and its canvas has the pixels of the screen', async ({
    page,
  }) => {
    const panel = await open(page);
    const box = (await panel.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(390);
    // It is docked at the lower edge, and the page can leave room for it.
    const variable = (): Promise<string> =>
      page.evaluate(() => document.documentElement.style.getPropertyValue('--doha-overlay-height'));
    expect([box.x, box.y + box.height]).toEqual([0, 844]);
    expect(box.height).toBeCloseTo(0.4 * 844, 0);
    expect(await variable()).toBe(`${box.height}px`);
    await panel.getByRole('button', { name: 'Collapse' }).tap();
    await expect.poll(async () => (await panel.boundingBox())!.height).toBeLessThan(50);
    await expect.poll(variable).toMatch(/^4\dpx$/);
    await panel.getByRole('button', { name: 'Expand' }).tap();
    await expect.poll(variable).toBe(`${box.height}px`);
    for (const tab of await panel.getByRole('tab').all()) {
      expect((await tab.boundingBox())!.height).toBeGreaterThanOrEqual(40);
      await tab.tap();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      expect(await panel.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(false);
      const { height, y } = (await panel.boundingBox())!;
      expect(y).toBe(box.y); // a higher view does not move the overlay
      expect(y + height).toBeLessThanOrEqual(844);
    }
    await panel.getByRole('tab', { name: 'Lanes' }).tap();
    const [pixels, width] = await panel
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.clientWidth] as const);
    expect(pixels).toBe(3 * width);
  });

  test('a finger moves the overlay', async ({ page }) => {
    const panel = await open(page);
    const before = (await panel.boundingBox())!;
    const session = await page.context().newCDPSession(page);
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number): Promise<void> => {
      const touchPoints = type === 'touchEnd' ? [] : [{ x: before.x + 80, y }];
      await session.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    await touch('touchStart', before.y + 20);
    for (const y of [40, 80, 120]) await touch('touchMove', before.y + y);
    await touch('touchEnd', 0);
    await expect.poll(async () => (await panel.boundingBox())!.y).toBeCloseTo(before.y + 100, 0);
  });
});

test('a parameter is changed, undone and reset, and a refused value is explained', async ({ page }) => {
  const errors = collectErrors(page);
  const panel = await open(page);
  const speed = (): Promise<number> => inPage(page, ({ settings }) => settings.speed);
  await panel.getByRole('tab', { name: 'Parameters' }).click();
  const field = panel.getByRole('spinbutton', { name: 'speed' });
  await field.fill('3.5');
  await field.press('Enter');
  await expect.poll(speed).toBe(3.5);
  await panel.getByRole('slider', { name: 'speed' }).press('ArrowRight');
  await expect.poll(speed).toBe(4);
  await field.fill('9');
  await field.press('Enter');
  await expect(panel.getByRole('alert')).toHaveText('too fast');
  expect(await speed()).toBe(4);
  await expect(field).toHaveValue('4');
  await field.fill('99');
  await field.press('Enter');
  await expect(panel.getByRole('alert')).toHaveText('must be from 0 to 10');
  await panel.getByRole('button', { name: 'Undo the last change of speed' }).click();
  await expect.poll(speed).toBe(3.5);
  await panel.getByRole('button', { name: 'Reset speed' }).click();
  await expect.poll(speed).toBe(1);
  await panel.getByRole('combobox', { name: 'policy' }).selectOption('old');
  await panel.getByRole('checkbox', { name: 'fair' }).uncheck();
  expect(await inPage(page, ({ settings }) => settings)).toEqual({ speed: 1, policy: 'old', isFair: false });
  // The page has received none of the keys that were written into the fields.
  expect(await inPage(page, ({ keys }) => keys)).toEqual([]);
  expect(errors).toEqual([]);
});

test('the parameters are copied as JSON, or shown if the page must not use the clipboard', async ({
  page,
  context,
}) => {
  const panel = await open(page);
  await panel.getByRole('tab', { name: 'Parameters' }).click();
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  });
  await panel.getByRole('button', { name: 'Copy as JSON' }).click();
  await expect(panel.getByRole('textbox', { name: 'Parameters as JSON' })).toHaveValue(/"speed": 1/);
  await page.reload();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await panel.getByRole('button', { name: 'Copy as JSON' }).click();
  await expect(panel.getByRole('status')).toHaveText('Copied.');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(JSON.parse(text)).toEqual({ speed: 1, policy: 'near', fair: true });
});

test('a sampled signal that throws is shown as an error, and is not called until it is enabled', async ({
  page,
}) => {
  const errors = collectErrors(page);
  const panel = await open(page);
  await expect(panel.getByText('bad: no world')).toBeVisible();
  expect(await inPage(page, ({ calls }) => calls['bad'])).toBe(3);
  await panel.getByRole('button', { name: 'Enable' }).click();
  await expect(panel.getByText('bad: no world')).toBeHidden();
  await expect.poll(() => inPage(page, ({ calls }) => calls['bad'])).toBeGreaterThan(5);
  expect(errors).toEqual([]);
});

test('a trigger freezes the display, and the history can be scrolled', async ({ page }) => {
  const panel = await open(page);
  await panel.getByText('Trigger').click();
  await panel.getByRole('combobox', { name: 'Signal of the trigger' }).selectOption('load');
  const [delay, level] = ['Delay in ms', 'Level'].map((name) => panel.getByRole('spinbutton', { name }));
  await delay!.fill('0');
  await delay!.press('Enter');
  await level!.fill('5');
  await expect(panel.getByText('Trigger off')).toBeVisible(); // changed settings do not arm it
  await panel.getByRole('button', { name: 'Arm', exact: true }).click(); // the typed value counts even if Enter was not pressed
  await expect(delay!).toHaveValue('0');
  await expect(level!).toHaveValue('5');
  await expect(panel.getByText(/^waits until load rises to \d+$/)).toBeVisible();
  await expect.poll(() => inPage(page, ({ overlays }) => overlays[0]!.cost)).toBeGreaterThan(0); // by now the trigger has seen values below its level
  await inPage(page, (state) => (state.load = 9));
  await expect(panel.getByRole('button', { name: 'Resume' })).toBeVisible();
  const history = panel.getByRole('slider', { name: /Position in the history/ });
  await history.press('ArrowLeft');
  await expect(history).not.toHaveValue('0');
  await panel.getByRole('button', { name: 'Resume' }).click();
  await expect(history).toBeHidden();
  await panel.getByRole('button', { name: 'Pause' }).click();
  await expect(history).toHaveValue('0');
});

test('the status line shows the cost of the overlay and the losses', async ({ page }) => {
  const panel = await open(page);
  await expect(panel.getByText(/cost [\d.]+ ms\/s, [\d.]+ % of a frame · 0 lost · 0 late/)).toBeVisible();
  await expect.poll(() => inPage(page, ({ overlays }) => overlays[0]!.cost)).toBeGreaterThan(0);
});

test('two overlays have keys, positions and states of their own', async ({ page }) => {
  const panel = await open(page, '?two=1');
  const second = page.getByRole('dialog', { name: 'Second' });
  await expect(second.getByRole('tab', { name: 'Lanes' })).toHaveAttribute('aria-selected', 'true');
  expect((await panel.boundingBox())!.x).not.toBe((await second.boundingBox())!.x);
  await page.keyboard.press('F9');
  await expect(second).toBeHidden();
  await expect(panel).toBeVisible();
  await page.reload();
  await expect(panel).toBeVisible();
  await expect(second).toBeHidden();
});

test('users who prefer reduced motion get one drawing per second instead of ten', async ({ page }) => {
  await page.clock.install(); // simulated time
  const drawingsIn = async (seconds: number): Promise<number> => {
    await page.evaluate(() => {
      const canvas = CanvasRenderingContext2D.prototype;
      const begin = Reflect.get(canvas, 'setTransform') as (...numbers: number[]) => void;
      Object.assign(globalThis, { drawings: 0 });
      canvas.setTransform = function counted(...numbers: unknown[]): void {
        (globalThis as unknown as { drawings: number }).drawings++;
        begin.apply(this, numbers as number[]);
      };
    });
    await page.clock.runFor(seconds * 1000);
    return page.evaluate(() => (globalThis as unknown as { drawings: number }).drawings);
  };
  await open(page);
  expect(await drawingsIn(5)).toBeGreaterThan(40);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  const calm = await drawingsIn(5);
  expect(calm).toBeGreaterThanOrEqual(4);
  expect(calm).toBeLessThanOrEqual(6);
});

test('dispose leaves no elements, listeners, timers or frames', async ({ page }) => {
  const panel = await open(page);
  const left = await page.evaluate(async () => {
    const { overlays } = (globalThis as unknown as { report: OverlayPage }).report;
    let reads = 0;
    overlays[0]!.sample('reads', () => reads++);
    overlays[0]!.dispose();
    overlays[0]!.dispose();
    overlays[0]!.show();
    dispatchEvent(new KeyboardEvent('keydown', { code: 'F8' }));
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { reads, hosts: document.querySelectorAll('[data-doha-overlay]').length };
  });
  expect(left).toEqual({ reads: 0, hosts: 0 });
  await expect(panel).toBeHidden();
});
