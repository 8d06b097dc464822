import type { Browser, BrowserContext } from '@playwright/test';
import type { Findings, Row } from '../../tools/results/results.ts';
import { digits, median, round } from '../../tools/statistics/statistics.ts';

export interface StartOptions {
  /** Addresses of the game's page, by the host that serves it. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Each comes twice to each host, and has not been there before; the hosts take turns. */
  readonly visitors: number;
}

/** Milliseconds in which the menu should be seen. */
const limit = 1000;

/** Finds out how long the built game takes from the navigation until its menu is seen. */
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

/** Where the page is loaded twice to become isolated, the time is until the menu of the second. */
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
  // All files are kept at once for the second visit.
  await page.waitForFunction(async () => (await caches.match(location.href)) !== undefined);
  await page.close();
  return round(time!, 1);
}

/** Runs in the page before its scripts, and leaves `menuSeenAfter`, in ms, where the page is isolated. */
function watchForMenu(): void {
  const begun = Number((sessionStorage['begun'] ??= performance.timeOrigin));
  // The second picture begins when the first with the menu has been drawn.
  const note = (): void => {
    const menuSeenAfter = performance.timeOrigin + performance.now() - begun;
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
