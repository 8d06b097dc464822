import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, expect, test } from '@playwright/test';
import { startInNode } from '../../tools/node/start-in-node.ts';
import { pagesOrigin } from '../../tools/servers/pages-origin.ts';
import type { WorkTimes } from './pages/third-party.ts';
import { Tap } from './tap.ts';

const origin = process.env[pagesOrigin] ?? '';

/** Times in ms until the clients work: at first, after their connections were cut, and after their server was killed. */
type Recovery = Readonly<Record<'begin' | 'cut' | 'kill', WorkTimes>>;

/** Maximum additional time of PacelineSocket compared to WebSocket, in ms. */
const tolerance = 1000;

/**
 * Time in ms from the end of a server until the proxy forwards new connections to its successor.
 */
const outage = 2000;

test(
  'third-party clients work with PacelineSocket, and recover at most one second later than with WebSocket',
  { tag: '@alone' },
  async ({ browser }) => {
    const [platform, toPlain, toPaceline] = await Promise.all([
      recover(browser, {}, ''),
      recover(browser, {}, '&install'),
      recover(browser, { PACELINE: 'yes' }, '&install'),
    ]);
    expect(slower(toPlain, platform)).toEqual([]);
    expect(slower(toPaceline, platform)).toEqual([]);
  },
);

/**
 * Describes the clients and phases that take longer with PacelineSocket than with WebSocket, by more
 * than `tolerance`.
 */
function slower(times: Recovery, platform: Recovery): string[] {
  return (['begin', 'cut', 'kill'] as const).flatMap((phase) => {
    const names = Object.keys(platform[phase]);
    expect(names).toHaveLength(6);
    return names
      .filter((name) => times[phase][name]! > platform[phase][name]! + tolerance)
      .map(
        (name) =>
          `${name} after ${phase}: ${times[phase][name]} ms, and ${platform[phase][name]} ms with WebSocket`,
      );
  });
}

async function recover(
  browser: Browser,
  env: Readonly<Record<string, string>>,
  query: string,
): Promise<Recovery> {
  const program = fileURLToPath(new URL('programs/third-party-server.ts', import.meta.url));
  const server = await startInNode(program, env);
  const successor = await startInNode(program, env);
  const tap = await Tap.start(Number(server.said));
  const page = await browser.newPage();
  try {
    await page.goto(
      `${origin}/e2e/tests/interop/pages/third-party.html?server=127.0.0.1:${tap.port}${query}`,
    );
    await page.waitForFunction('globalThis.work');
    const work = (): Promise<WorkTimes> => page.evaluate<WorkTimes>('work()');
    const begin = await work();
    await pause(300); // standby connections are opened meanwhile
    for (const connection of tap.connections) connection.kill();
    const cut = await work();
    await pause(300);
    server.stop('SIGKILL');
    const recovered = work();
    await pause(outage);
    tap.target = Number(successor.said);
    const kill = await recovered;
    expect(await page.title()).toBe('Third-party clients');
    return { begin, cut, kill };
  } finally {
    await page.close();
    tap.close();
    for (const { stop } of [server, successor]) stop();
  }
}
