import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { build } from 'esbuild';
import { readReport } from '../../tools/browsers/read-report.ts';
import { startInNode } from '../../tools/node/start-in-node.ts';
import { pagesOrigin } from '../../tools/servers/pages-origin.ts';
import { listen } from '../../tools/servers/static-server.ts';
import type { ColyseusReport } from './pages/colyseus.ts';
import type { EndingReport } from './pages/ending.ts';
import type { SocketIoReport } from './pages/socket-io.ts';
import { Tap } from './tap.ts';

const origin = process.env[pagesOrigin] ?? '';

/** The path of a file in this folder. */
function path(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

test.describe('the chat of Socket.IO’s tutorial with its unmodified page', () => {
  test('works through PacelineSocket with its unmodified server', async ({ browser }) => {
    await runChat(chat(), async (tap) => {
      const [one, other] = [await openChat(browser, tap), await openChat(browser, tap)];
      await say(one, 'hello', [one, other]);
      await say(other, 'hi', [one, other]);
      expect(tap.webSockets.map(({ protocol }) => protocol)).toEqual(['plain', 'plain']);
    });
  });

  test('uses Paceline if the server gets one import and one option, and notices nothing when connections are killed', async ({
    browser,
  }) => {
    await runChat(pacedChat(), async (tap) => {
      const [one, other] = [await openChat(browser, tap), await openChat(browser, tap)];
      await say(one, 'hello', [one, other]);
      const standby = (): number => tap.webSockets.length;
      await expect.poll(standby).toBe(4);
      for (const text of ['first', 'second', 'third']) {
        tap.webSockets[0]!.kill(); // the oldest connection is the active one
        await say(one, text, [one, other]);
        await say(other, `${text} to you`, [one, other]);
        await expect.poll(standby).toBe(4);
      }
      expect(new Set(tap.webSockets.map(({ protocol }) => protocol))).toEqual(new Set(['paceline.4']));
      for (const page of [one, other]) expect(await page.evaluate('changes')).toEqual([]);
    });
  });
});

test('Socket.IO’s client behaves identically through PacelineSocket, with plain servers and servers of Paceline', async ({
  browser,
}) => {
  const { said, stop } = await startInNode(path('programs/socket-io-servers.ts'));
  try {
    const [plain, paced] = JSON.parse(said) as [number, number];
    const read = (port: number, query: string): Promise<SocketIoReport> =>
      readOf(browser, 'socket-io', `server=${addressOf(port)}&${query}`);
    const platform = await read(plain, '');
    const toPlain = await read(plain, 'install');
    const { kills, ...toPaceline } = await read(paced, 'install&kill');
    expect(platform.direct.length).toBeGreaterThan(10);
    expect(platform.direct).toEqual(platform.upgraded);
    expect(toPlain).toEqual(platform);
    expect(toPaceline).toEqual(platform);
    for (const { doubled, facts, numbers, seen } of kills!) {
      expect(seen).toEqual([]);
      expect(doubled).toEqual([0, 2, 4, 6]);
      expect(numbers).toEqual([0, 1, 2, 3].flatMap(() => Array.from({ length: 50 }, (_, i) => i)));
      expect(facts.sessions).toBe(1);
    }
    expect(kills![1]!.facts.connections - kills![0]!.facts.connections).toBeGreaterThanOrEqual(5);
    expect((await read(paced, '')).direct).toEqual(platform.direct);
  } finally {
    stop();
  }
});

test('Colyseus’s client behaves identically through PacelineSocket, with plain servers and servers of Paceline', async ({
  browser,
}) => {
  const program = path('programs/colyseus-server.ts');
  const plain = await startInNode(program);
  const paced = await startInNode(program, { PACELINE: 'yes' });
  try {
    const read = (port: string, query: string): Promise<ColyseusReport> =>
      readOf(browser, 'colyseus', `server=${addressOf(port)}&${query}`);
    const platform = await read(plain.said, '');
    const toPlain = await read(plain.said, 'install');
    const { kills, ...toPaceline } = await read(paced.said, 'install&kill');
    expect(platform.tried.length).toBeGreaterThan(8);
    expect(toPlain).toEqual(platform);
    expect(toPaceline).toEqual(platform);
    const { echoed, facts, seen, state } = kills!;
    expect(seen).toEqual([]);
    expect(echoed).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect(state).toBe('[{"x":100,"y":0}]');
    expect(facts.sessions).toBe(1);
    expect(facts.connections).toBeGreaterThanOrEqual(10); // two per session, and replacements of killed connections
    expect(await read(paced.said, '')).toEqual(platform);
  } finally {
    plain.stop();
    paced.stop();
  }
});

test('a server closes sockets identically with the classes of ws and of Paceline', async ({ page }) => {
  const { said, stop } = await startInNode(path('programs/ending-servers.ts'));
  try {
    const [ofWs, ours] = JSON.parse(said) as [number, number];
    const query = `ws=${addressOf(ofWs)}&ours=${addressOf(ours)}`;
    const report = await readReport<EndingReport>(
      page,
      `${origin}/e2e/tests/interop/pages/ending.html?${query}`,
    );
    expect(report.platform).toContain('close 1011: 1011 because true');
    expect(report.paced).toEqual(report.platform);
    expect(report.reported).toEqual([
      'send: a message must have up to 100000 bytes for the peer, got 100001',
    ]);
  } finally {
    stop();
  }
});

/** The report of a page of this folder, opened in a new page of the browser. */
async function readOf<Report>(browser: Browser, name: string, query: string): Promise<Report> {
  const page = await browser.newPage();
  try {
    return await readReport<Report>(page, `${origin}/e2e/tests/interop/pages/${name}.html?${query}`);
  } finally {
    await page.close();
  }
}

/** The address of a local server for the pages. */
function addressOf(port: number | string): string {
  return `http://${new URL(origin).hostname}:${port}`;
}

const line = 'const io = new Server(server);';
const pacedLine = 'const io = new Server(server, { wsEngine: PacelineWebSocketServer });';

function chat(): string {
  return readFileSync(path('chat/server.js'), 'utf8');
}

/** The server with the import and the changed line that enable Paceline. */
function pacedChat(): string {
  expect(chat()).toContain(line);
  return `import { PacelineWebSocketServer } from '@doha/paceline/node';\n${chat().replace(line, pacedLine)}`;
}

/** Runs a server with the unmodified page in its folder. */
async function runChat(server: string, use: (tap: Tap) => Promise<void>): Promise<void> {
  const folder = test.info().outputPath('chat'); // not in node_modules/.cache: Express does not serve files below a folder whose name begins with a dot
  mkdirSync(folder, { recursive: true });
  copyFileSync(path('chat/index.html'), join(folder, 'index.html'));
  writeFileSync(join(folder, 'server.js'), server);
  const PORT = await freePort();
  const { stop } = await startInNode(join(folder, 'server.js'), { PORT }, folder);
  const tap = await Tap.start(Number(PORT));
  try {
    await use(tap);
  } finally {
    tap.close();
    stop();
  }
}

async function freePort(): Promise<string> {
  const site = await listen(createServer());
  await site.close();
  return new URL(site.origin).port;
}

/**
 * Installs PacelineSocket in place of WebSocket before all scripts of the page, and opens the chat. Waits until the transport is
 * WebSocket.
 */
async function openChat(browser: Browser, tap: Tap): Promise<Page> {
  const page = await browser.newPage();
  await page.addInitScript(await installScript());
  await page.goto(`http://127.0.0.1:${tap.port}/`);
  await expect.poll(() => page.evaluate('socket.io.engine.transport.name')).toBe('websocket');
  await page.evaluate(
    `var changes = []; for (const type of ['connect', 'disconnect']) socket.on(type, () => changes.push(type));`,
  );
  return page;
}

let script: Promise<string> | undefined;

/** The text of a script that installs PacelineSocket. */
function installScript(): Promise<string> {
  return (script ??= bundle(path('pages/install.ts')));
}

async function bundle(entry: string): Promise<string> {
  const built = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    conditions: ['@doha/source'],
  });
  return built.outputFiles[0]!.text;
}

async function say(page: Page, text: string, hearers: readonly Page[]): Promise<void> {
  await page.fill('#input', text);
  await page.press('#input', 'Enter');
  for (const hearer of hearers) await expect(hearer.locator('#messages li').last()).toHaveText(text);
}
