import { fileURLToPath } from 'node:url';
import { expect, type Page, test as inChromium } from '@playwright/test';
import { browsersUnderTest, type Visit } from '../../../tools/browsers/browsers-under-test.ts';
import { startInNode } from '../../../tools/node/start-in-node.ts';
import { pagesOrigin } from '../../../tools/servers/pages-origin.ts';
import type { HiddenPlainReport } from './pages/hidden-plain.ts';
import type { HiddenReport } from './pages/hidden.ts';
import type { LifecyclePage } from './pages/lifecycle.ts';
import { UndrivenPage } from './undriven-page.ts';

const origin = process.env[pagesOrigin] ?? '';
const folder = `${origin}/e2e/tests/browser/paceline/pages`;

/** Starts a server and opens a page. `queryOf` converts the ports of the server to the query of the page. */
async function visitWith<Report>(
  visit: Visit,
  server: string,
  queryOf: (ports: number | readonly number[]) => Readonly<Record<string, string>>,
  file = 'run.html',
): Promise<Report> {
  const { said, stop } = await startInNode(fileURLToPath(new URL(`programs/${server}.ts`, import.meta.url)));
  try {
    const query = new URLSearchParams(queryOf(JSON.parse(said) as number | number[]));
    return await visit<Report>(`${folder}/${file}?${query}`);
  } finally {
    stop();
  }
}

function addressOf(port: number): string {
  return `ws://${new URL(origin).hostname}:${port}`;
}

for (const { name, test, missing } of browsersUnderTest) {
  test.describe(`in ${name}`, () => {
    test.skip(missing !== undefined, missing);

    for (const where of ['page', 'worker']) {
      test(`in a ${where} PacelineSocket behaves like WebSocket, with plain servers and servers of Paceline`, async ({
        visit,
      }) => {
        const report = await visitWith<Record<'platform' | 'toPlain' | 'toPaceline', string[]>>(
          visit,
          'echo-server',
          (ports) => {
            const [echo = '', plain = '', nowhere = ''] = (ports as readonly number[]).map(
              (port) => `${addressOf(port)}/path?query`,
            );
            return { what: 'socket', where, echo, plain, nowhere };
          },
        );
        const anyPort = (lines: string[]): string[] => lines.map((line) => line.replace(/:\d+\//, ':port/'));
        expect(report.platform.length).toBeGreaterThan(40);
        expect(report.toPlain).toEqual(report.platform);
        expect(anyPort(report.toPaceline)).toEqual(anyPort(report.platform));
      });

      test(`in a ${where} a session behaves as documented`, async ({ visit }) => {
        const results = await visitWith<Record<string, string>>(visit, 'session-server', (port) => ({
          what: 'session',
          where,
          session: addressOf(port as number),
        }));
        expect(Object.keys(results).length).toBeGreaterThan(8);
        expect(Object.entries(results).filter(([, result]) => result !== 'passed')).toEqual([]);
      });
    }

    test('a hidden page receives all messages and loses no connection', async ({ visit }) => {
      const { answers, heard, statistics } = await visitWith<HiddenReport>(
        visit,
        'session-server',
        (port) => ({ session: addressOf(port as number) }),
        'hidden.html',
      );
      expect(heard).toEqual(Array.from({ length: 60 }, (_, i) => `${60 - i}`));
      expect(answers).toEqual(['one', 'two']);
      expect(statistics).toMatchObject({ failovers: 0, connections: 2, connectionsMade: 2 });
    });

    test('a hidden page whose timers never fire sends 1 MB to a plain server', async ({ visit }) => {
      const report = await visitWith<HiddenPlainReport>(
        visit,
        'echo-server',
        (ports) => ({ plain: addressOf((ports as readonly number[])[1]!) }),
        'hidden-plain.html',
      );
      expect(report).toEqual({ platform: 1_000_000, unclassified: 1_000_000, classified: 1_000_000 });
    });
  });
}

interface LifecyclePages {
  /** A page that Playwright controls. */
  readonly driven: Page;
  /** A page that can be hidden and frozen. */
  readonly undriven: UndrivenPage;
}

const lifecycle = inChromium.extend<LifecyclePages>({
  driven: async ({ page }, use) => {
    const path = fileURLToPath(new URL('programs/session-server.ts', import.meta.url));
    const { said, stop } = await startInNode(path);
    await page.goto(`${folder}/lifecycle.html?session=${addressOf(JSON.parse(said) as number)}`);
    await page.waitForFunction(() => 'page' in globalThis);
    await use(page);
    stop();
  },
  undriven: async ({ browser, driven }, use) => {
    const undriven = await UndrivenPage.open(browser, driven.url());
    await expect.poll(() => undriven.evaluate('typeof page')).toBe('object');
    await use(undriven);
  },
});

/** A page that Playwright controls, or one that it does not control. */
interface Evaluates {
  evaluate<Value>(expression: string): Promise<Value>;
}

async function stateOf(page: Evaluates): Promise<LifecyclePage> {
  return JSON.parse(await page.evaluate<string>('JSON.stringify(page)')) as LifecyclePage;
}

async function send(page: Evaluates, ...messages: readonly string[]): Promise<void> {
  await page.evaluate<unknown>(`${JSON.stringify(messages)}.forEach((message) => page.send(message))`);
}

/** Hides a page, and waits until its session has resumed. */
async function hide(undriven: UndrivenPage): Promise<void> {
  await undriven.freeze();
  await undriven.unfreeze();
  await send(undriven, 'hidden');
  await expect.poll(async () => (await stateOf(undriven)).heard).toEqual(['hidden']);
}

lifecycle.describe('in Chromium', () => {
  lifecycle.describe.configure({ timeout: 240_000 });

  lifecycle('a frozen page whose connections are cut resumes its session', async ({ driven, undriven }) => {
    const { id } = await stateOf(undriven);
    await undriven.freeze();
    await send(driven, 'cut all connections', 'send to all');
    await expect.poll(async () => (await stateOf(driven)).heard).toContain('to all');
    expect(await stateOf(undriven)).toMatchObject({
      events: ['visibilitychange hidden', 'freeze hidden'],
      changes: [],
      heard: [],
    });
    await undriven.unfreeze();
    await send(undriven, 'after');
    await expect.poll(async () => (await stateOf(undriven)).heard).toEqual(['to all', 'after']);
    expect(await stateOf(undriven)).toMatchObject({ id, changes: ['disconnected', 'resumed'] });
  });

  lifecycle('a page that was offline resumes its session', async ({ driven }) => {
    const { id } = await stateOf(driven);
    await driven.context().setOffline(true);
    // The emulation may reach the WebSocket after the page, so that the first messages, or a new connection, still get through.
    const sent: string[] = [];
    const changeAfterMessage = async (): Promise<string | undefined> => {
      sent.push(`offline ${sent.length}`);
      await send(driven, sent.at(-1)!);
      return (await stateOf(driven)).changes.at(-1);
    };
    await expect.poll(changeAfterMessage).toBe('disconnected');
    await driven.context().setOffline(false);
    await expect.poll(async () => (await stateOf(driven)).heard).toEqual(sent);
    const { changes, events, id: idAfter } = await stateOf(driven);
    expect([idAfter, events]).toEqual([id, ['offline', 'online']]);
    expect(changes.at(-1)).toBe('resumed');
  });

  lifecycle('a hidden page receives all messages through the same connections', async ({ undriven }) => {
    await hide(undriven);
    const { changes: before } = await stateOf(undriven);
    await send(undriven, 'send a message every 2 ms');
    const expected = Array.from({ length: 60 }, (_, i) => `${60 - i}`);
    await expect.poll(async () => (await stateOf(undriven)).heard.slice(1)).toEqual(expected);
    await send(undriven, 'send statistics');
    await expect.poll(async () => (await stateOf(undriven)).heard.length).toBe(62);
    const { changes, heard } = await stateOf(undriven);
    expect(await undriven.evaluate('document.visibilityState')).toBe('hidden');
    expect(JSON.parse(heard.at(-1)!)).toMatchObject({ failovers: 0 });
    expect(changes).toEqual(before);
  });
});
