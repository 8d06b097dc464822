import type { Browser, BrowserContext } from '@playwright/test';
import type { Findings, Row } from '../../tools/results/results.ts';
import { digits, median, round } from '../../tools/statistics/statistics.ts';

export interface StartOptions {
  /** Addresses of the game's page by the name of the host. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Number of new browser contexts per host. Each loads the page twice. The hosts alternate. */
  readonly visitors: number;
}

/** Milliseconds within which the menu should be visible. */
const limit = 1000;

/** Measures the time in ms from the navigation to the built game until its menu is visible, for first and second visits. */
export async function measureStart(
  browser: Browser,
  { addresses, visitors }: StartOptions,
): Promise<Pick<Findings, 'parameters' | 'rows' | 'samples'>> {
  const times = new Map<string, number[]>();
  for (let visitor = 0; visitor < visitors; visitor++) {
    for (const [host, address] of Object.entries(addresses)) {
      const context = await browser.newContext();
      for (const visit of ['first', 'second']) {
        const name = `${host}, ${visit} visit`;
        times.set(name, [...(times.get(name) ?? []), await timeVisit(context, address)]);
      }
      await context.close();
    }
  }
  const rows = [...times].map(([start, all]) => rowOf(start, all));
  return { parameters: { visitors }, rows, samples: Object.fromEntries(times) };
}

/** Returns the time in ms. On a host without isolation headers, the page reloads itself once, and the time ends at the menu after that. */
async function timeVisit(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(watchForMenu);
  await page.goto(address);
  const seen = await page.waitForFunction(
    () => (globalThis as { menuSeenAfter?: number }).menuSeenAfter,
    undefined,
    { polling: 100 },
  );
  const time = await seen.jsonValue();
  // Wait until the cache has all files for the second visit. All are added at once, so it is enough to check one.
  await page.waitForFunction(async () => (await caches.match(location.href)) !== undefined);
  await page.close();
  return round(time!, 1);
}

/** Runs in the page before its scripts. Sets the global `menuSeenAfter` in ms when the menu is visible and the page is isolated. */
function watchForMenu(): void {
  const startedAt = Number((sessionStorage['startedAt'] ??= performance.timeOrigin));
  // The second frame begins after the first frame with the menu was drawn.
  const note = (): void => {
    const menuSeenAfter = performance.timeOrigin + performance.now() - startedAt;
    Object.assign(globalThis, { menuSeenAfter });
  };
  new MutationObserver((_, observer) => {
    if (document.body.dataset['screen'] !== 'menu') return;
    observer.disconnect();
    if (crossOriginIsolated) requestAnimationFrame(() => requestAnimationFrame(note));
  }).observe(document, { subtree: true, attributeFilter: ['data-screen'] });
}

function rowOf(start: string, times: readonly number[]): Row {
  const slowest = Math.max(...times);
  return {
    start,
    'median ms': digits(median(times), 3),
    'slowest ms': digits(slowest, 3),
    'limit ms': limit,
    met: slowest < limit,
  };
}
