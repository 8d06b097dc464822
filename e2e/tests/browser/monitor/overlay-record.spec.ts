import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { collectErrors } from '../../../tools/browsers/collect-errors.ts';
import type { OverlayRecordPage } from './pages/overlay-record.ts';

test.describe.configure({ mode: 'parallel' });

const address = '/e2e/tests/browser/monitor/pages/overlay-record.html';

/** Calls a function with the objects of the page. `call` runs in the page. */
async function inPage<Result>(
  page: Page,
  call: (state: OverlayRecordPage) => Result | Promise<Result>,
): Promise<Result> {
  const state = await page.evaluateHandle<OverlayRecordPage>('report');
  return state.evaluate(call as (state: OverlayRecordPage) => unknown) as Promise<Result>;
}

async function open(page: Page, query = ''): Promise<Locator> {
  await page.goto(address + query);
  await page.waitForFunction('globalThis.report');
  const panel = page.getByRole('dialog', { name: 'Monitor' });
  await expect(panel.getByRole('button', { name: 'Take recording' })).toBeVisible();
  return panel;
}

async function take(panel: Locator): Promise<void> {
  await panel.getByRole('button', { name: 'Take recording' }).click();
  await expect(panel.getByRole('status')).toHaveText(/^[\d.]+ s · [\d,]+ events · \d threads?$/);
  await expect(panel.getByRole('radio').first()).toBeAttached();
}

const linesOf = (panel: Locator): Locator => panel.getByRole('list', { name: 'Causes' });

test('a recording is taken, and an event chosen by the keyboard shows its chain of causes', async ({
  page,
}) => {
  const errors = collectErrors(page);
  const panel = await open(page);
  await take(panel);
  const paths = panel.getByRole('radio', { name: /find the paths.*main.*ms.*s$/ });
  await expect(paths).toHaveCount(1);
  await paths.focus();
  await page.keyboard.press('Space');
  await expect(paths).toBeChecked();
  await expect(linesOf(panel)).toContainText(/The task took [\d.]+ ms:/);
  await expect(linesOf(panel)).toContainText('ms span visible cells');
  await expect(linesOf(panel)).toContainText('within turn');
  const [body, isCut] = await panel.locator('.body').evaluate((element) => {
    return [element.clientHeight, element.scrollHeight > element.clientHeight];
  });
  expect(body).toBeGreaterThan(300);
  expect(isCut).toBe(false); // the view is as high as its text if the window has room
  await page.keyboard.press('ArrowDown');
  await expect(paths).not.toBeChecked();
  await expect(linesOf(panel)).not.toContainText('visible cells');
  expect(await inPage(page, ({ keys }) => keys)).toEqual([]);
  expect(errors).toEqual([]);
});

test('each question has its events, which a click explains', async ({ page }) => {
  const errors = collectErrors(page);
  const panel = await open(page, '?source=pool');
  await take(panel);
  const question = panel.getByRole('combobox', { name: 'Question' });
  for (const [text, row, line] of [
    ['most delayed timers', /step/, /The timer began [\d.]+ ms late/],
    [
      'dropped or cancelled work',
      /stale main [\d,]+ dropped/,
      /The task was cancelled. In the [\d.]+ ms before/,
    ],
    ['slow tasks of the pool', /spin main/, /In the whole time worker [01] ran:.*ms task spin/],
  ] as const) {
    await question.selectOption(text);
    await expect(linesOf(panel)).toBeEmpty();
    await panel
      .getByTitle(/ on main$/)
      .first()
      .click();
    await expect(panel.getByRole('radio').first()).toBeChecked();
    await expect(panel.getByRole('radio', { name: row }).first()).toBeAttached();
    await expect(linesOf(panel)).toContainText(line);
  }
  await question.selectOption('slow messages');
  await expect(panel.getByText('The recording has no such event.')).toBeVisible();
  expect(errors).toEqual([]);
});

test('the recording is saved as a file, a trace for Perfetto and a trace for DevTools', async ({ page }) => {
  const panel = await open(page);
  await take(panel);
  const save = async (button: string, name: string): Promise<Buffer> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: button }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(name);
    return readFile(await download.path());
  };
  const kept = await inPage(page, async ({ overlay }) => (await overlay.takeRecording()).events);
  await expect(panel.getByRole('status')).toContainText(`${kept.length.toLocaleString('en')} events`);
  const file = await save('Save recording', 'monitor.doharec');
  const state = await page.evaluateHandle<OverlayRecordPage>('report');
  const read = await state.evaluate(async (objects, bytes) => objects.read(bytes), [...file]);
  expect(read.events).toEqual(kept);

  const trace = await save('Save trace', 'monitor.pftrace');
  expect([...trace]).toEqual(
    await state.evaluate(({ trace: traceOf }, recording) => traceOf(recording), read),
  );

  const json = JSON.parse((await save('Save for DevTools', 'monitor.json')).toString()) as {
    readonly traceEvents: readonly { readonly name: string; readonly ph: string; readonly dur?: number }[];
  };
  const { end, start } = kept.find(({ name }) => name === 'visible cells')!;
  const span = json.traceEvents.find(({ name }) => name === 'visible cells');
  expect(span).toMatchObject({ ph: 'X' });
  expect(span!.dur).toBeCloseTo((end - start) * 1000, 0);
});

test('a trigger that freezes the display takes one recording', async ({ page }) => {
  const panel = await open(page);
  await inPage(page, ({ overlay }) => overlay.trigger({ signal: 'load', level: 5, delay: 0 }));
  await expect.poll(() => inPage(page, ({ overlay }) => overlay.cost)).toBeGreaterThan(0); // it has seen low values
  await inPage(page, (state) => (state.load = 9));
  await expect(panel.getByRole('status')).toHaveText(/^Taken by the trigger: .* events/);
  await expect(panel.getByText(/^paused, see Record/)).toBeVisible();
  await expect(panel.getByRole('combobox', { name: 'Question' })).toHaveValue('trigger');
  await expect(panel.getByRole('radio').first()).toBeChecked();
  await expect(linesOf(panel)).toContainText('took');
  expect(await inPage(page, ({ taken }) => taken)).toBe(1);
  await panel.getByRole('button', { name: 'Take recording' }).click();
  await expect.poll(() => inPage(page, ({ taken }) => taken)).toBe(2);
  await expect(panel.getByRole('status')).toHaveText(/^[\d.]+ s .* events/); // the user has taken it, and not the trigger
  await panel.getByRole('tab', { name: 'Signals' }).click();
  await expect(panel.getByText('Trigger has fired: load rises to 5')).toBeVisible();
  await panel.getByRole('tab', { name: 'Record' }).click();
  await panel.getByRole('button', { name: 'Resume' }).click();
  await take(panel);
  await expect(panel.getByRole('combobox', { name: 'Question' })).toHaveValue('longest');
});

test('a recording that fails is reported in the view, and to the application', async ({ page }) => {
  const errors = collectErrors(page);
  const panel = await open(page, '?source=broken');
  await panel.getByRole('button', { name: 'Take recording' }).click();
  await expect(panel.getByRole('alert')).toHaveText('There is no new recording: no thread answers');
  await inPage(page, ({ overlay }) => {
    overlay.trigger({ signal: 'load', level: 5, delay: 0 });
  });
  await expect.poll(() => inPage(page, ({ overlay }) => overlay.cost)).toBeGreaterThan(0);
  await inPage(page, (state) => (state.load = 9));
  await expect.poll(() => inPage(page, ({ taken }) => taken)).toBe(2);
  const error = await inPage(page, ({ overlay }) =>
    overlay.takeRecording().then(String, ({ message }: Error) => message),
  );
  expect(error).toBe('no thread answers');
  await inPage(page, (state) => (state.isBroken = false));
  await panel.getByRole('button', { name: 'Resume' }).click();
  await take(panel);
  await expect(panel.getByRole('alert')).toBeHidden();
  expect(errors).toEqual([]);
});

test('a view whose code cannot be loaded says so, and keeps the recording', async ({ page }) => {
  const panel = await open(page);
  await page.route(/answers/, (route) => route.abort());
  await panel.getByRole('button', { name: 'Take recording' }).click();
  await expect(panel.getByRole('alert')).toContainText('import');
  await expect(panel.getByRole('status')).toContainText('events');
});

test('an action of the application is a button, and its error is shown', async ({ page }) => {
  const errors = collectErrors(page);
  const panel = await open(page);
  await inPage(page, ({ overlay }) => {
    const state = { calls: 0 };
    overlay.action('Restart', async () => {
      if (++state.calls === 2) throw new Error('the server is away');
    });
    overlay.action('Load', () => {
      throw new Error('no level is open');
    });
    overlay.action('Gone', () => {})();
  });
  await panel.getByRole('tab', { name: 'Parameters' }).click();
  const restart = panel.getByRole('button', { name: 'Restart' });
  const message = panel.getByRole('status');
  await panel.getByRole('button', { name: 'Load' }).click();
  await expect(message).toHaveText('Load: no level is open');
  await restart.click();
  await expect(message).toBeEmpty();
  await restart.click();
  await expect(message).toHaveText('Restart: the server is away');
  await expect(panel.getByRole('button', { name: 'Gone' })).toHaveCount(0);
  const refused = await inPage(page, ({ overlay }) => {
    try {
      return String(overlay.action('', 5 as never));
    } catch (error) {
      return (error as Error).message;
    }
  });
  expect(refused).toBe("action: name must be a string that is not empty, got ''");
  expect(errors).toEqual([]);
});

for (const width of [360, 390]) {
  test.describe(`on a phone of ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, hasTouch: true, deviceScaleFactor: 2 });

    test('rows and lines are cut to the width, and a tap explains an event', async ({ page }) => {
      const panel = await open(page);
      await panel.getByRole('button', { name: 'Take recording' }).tap();
      const row = panel.getByTitle(/^task find the paths/);
      await row.tap();
      await expect(linesOf(panel)).toContainText('visible cells');
      const box = (await panel.boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(844);
      const isCut = await panel.evaluate((element) =>
        [element, ...element.querySelectorAll('.body, .rows, .rows label, .lines')].every(
          (part) => part.scrollWidth <= part.clientWidth,
        ),
      );
      expect(isCut).toBe(true);
    });
  });
}
