import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { build, defaultClientConditions } from 'vite';
import { expectAnimation } from '../../tools/browsers/expect-animation.ts';
import { runTool } from '../../tools/node/run-tool.ts';
import { startInNode } from '../../tools/node/start-in-node.ts';
import { root } from '../../tools/repository.mjs';
import { type Site, serveFolder } from '../../tools/servers/static-server.ts';

const cache = join(root, 'node_modules/.cache');

/** All TypeScript blocks of the READMEs, unmodified. A block that begins with a file name becomes that file. */
const examples = [
  '.',
  'packages/loop',
  'packages/adapt',
  'packages/engines',
  'packages/monitor',
  'packages/multiproc',
  'packages/paceline',
].flatMap((directory) =>
  [...readFileSync(join(root, directory, 'README.md'), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, code = ''], i) => {
      const name = `${directory === '.' ? 'root' : directory.replace('/', '-')}-${i + 1}`;
      return { name, file: /^\/\/ (\S+\.ts)\n/.exec(code)?.[1] ?? `${name}.ts`, code };
    },
  ),
);

/** A page that runs the effect of an example as React's StrictMode does, and ends it at a click. */
examples.push({
  name: 'strict-mode',
  file: 'strict-mode.ts',
  code: `
    import { showFlock } from './flock-view.ts';
    const line = document.body.appendChild(document.createElement('p'));
    showFlock(line)();
    const end = showFlock(line);
    line.addEventListener('click', end);
  `,
});

// Blocks of TypeScript with JSX that begin with a file name. Other such blocks are no whole programs.
const ofEngines = readFileSync(join(root, 'packages/engines/README.md'), 'utf8');
for (const [, code = '', file = ''] of ofEngines.matchAll(/```tsx\n(\/\/ (\S+\.tsx)\n[\s\S]*?)```/g))
  examples.push({ name: `packages-engines-${file.replace('.tsx', '')}`, file, code });

/** Examples that run in Node. */
const nodeExamples = examples.filter(({ code }) => /\/(node|colyseus)'/.test(code));
const pages = examples.filter((example) => !nodeExamples.includes(example));

/** The name of the only example that contains a text. Numbers of examples change when a README gets further ones. */
function exampleWith(text: string): string {
  const [example, ...others] = examples.filter(({ code }) => code.includes(text));
  if (example === undefined || others.length > 0) throw new Error(`one example must contain ${text}`);
  return example.name;
}

/** A folder within the repository, so that package names resolve. */
let folder: string;
let site: Site;

test.beforeAll(async () => {
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'readme-'));
  for (const { file, code } of examples) writeFileSync(join(folder, file), code);
  for (const { name, file } of pages) {
    writeFileSync(
      join(folder, `${name}.html`),
      `<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="./${file}"></script></body>`,
    );
  }
  const outDir = join(folder, 'built');
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@doha/source', ...defaultClientConditions] },
    worker: { format: 'es' },
    build: { outDir, rolldownOptions: { input: pages.map(({ name }) => join(folder, `${name}.html`)) } },
  });
  site = await serveFolder(outDir);
});

test.afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the READMEs’ examples have no type errors', () => {
  const tsconfig = {
    extends: '../../../e2e/tsconfig.json',
    compilerOptions: { jsx: 'react-jsx' },
    include: examples.map(({ file }) => file),
    references: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  runTool('typescript/bin/tsc', ['-p', '.', '--noEmit'], folder);
});

for (const name of ['root-1', 'packages-loop-1']) {
  test(`the example ${name} draws an animation`, async ({ page }) => {
    const errors = await open(page, name);
    await expectAnimation(page);
    expect(errors).toEqual([]);
  });
}

for (const text of [
  'addToTicker(',
  'addToScene(',
  'runInAnimationLoop(',
  'new EngineFrame(',
  'entityChunks(',
  'useEventLoop(',
]) {
  test(`the example with ${text}…) draws an animation`, async ({ page }) => {
    await page.setViewportSize({ width: 480, height: 300 });
    const errors = await open(page, exampleWith(text));
    await page.locator('canvas').waitFor();
    const first = await page.screenshot();
    await expect.poll(async () => first.equals(await page.screenshot())).toBe(false);
    expect(errors).toEqual([]);
  });
}

test('the example of a list in React shows the rows at the top of the screen, and all others later', async ({
  page,
}) => {
  const errors = await open(page, exampleWith('usePrioritized('));
  await expect(page.locator('li').first()).toHaveText(/^1, 2, 4, 5, 8/);
  await page.locator('div > div').evaluate((list) => list.scrollTo(0, 24 * 1500));
  await expect(page.locator('li[style*="top: 36000px"]')).toHaveText(/^1, 2, 4, 5, 7/);
  expect(errors).toEqual([]);
});

test('the example of tasks and timers prints the output of its tasks and timers, and nothing of the cancelled ones', async ({
  page,
}) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const errors = await open(page, 'packages-loop-2');
  await expect.poll(() => said.filter((text) => text.startsWith('late by')).length).toBeGreaterThan(0);
  // On a busy machine the plan may expire before all of its five lines are printed.
  const planned = said.filter((text) => text.startsWith('planned'));
  const wanted = said.includes('stopped planning: expired') ? planned.length : 5;
  expect(planned).toEqual([1, 2, 3, 4, 5].slice(0, wanted).map((depth) => `planned ${depth} deep`));
  expect(said).toContain('a beat');
  expect(said).not.toContain('thinking');
  expect(said).not.toContain('a particle');
  expect(errors).toEqual([]);
});

test('the example of simulated time prints the line of its comment', async ({ page }) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  expect(await open(page, 'packages-loop-3')).toEqual([]);
  expect(said).toEqual(['1000 60']);
});

for (const [name, lines] of [
  ['packages-multiproc-3', ['9', 'cancelled not needed']],
  ['packages-multiproc-5', ['332833500']],
  [exampleWith('// square ran in worker 0'), ['square ran in worker 0']],
] as const) {
  test(`the example ${name} prints the lines of its comments`, async ({ page }) => {
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    expect(await open(page, name)).toEqual([]);
    await expect.poll(() => said).toEqual(lines);
  });
}

test('the example of workers draws all rows', async ({ page }) => {
  const errors = await open(page, 'packages-multiproc-2');
  const rows = (): Promise<number> =>
    page.evaluate(() => {
      const { width, height } = document.querySelector('canvas')!;
      const { data } = document.querySelector('canvas')!.getContext('2d')!.getImageData(0, 0, width, height);
      return Array.from({ length: height }, (_, y) => data[4 * width * y + 3]).filter(
        (alpha) => alpha === 255,
      ).length;
    });
  await expect.poll(rows).toBe(480);
  expect(errors).toEqual([]);
});

test('the example of shared state shows the values that a worker writes', async ({ page }) => {
  const errors = await open(page, 'packages-multiproc-7');
  await expect(page.locator('p')).toHaveText(/^1000 birds, the first one heads to [1-9-]/);
  await expect.poll(() => page.title()).toMatch(/^beat at \d+ ms$/);
  expect(errors).toEqual([]);
});

test('the example of a React effect works after a second setup, and the last cleanup ends its worker', async ({
  page,
}) => {
  const errors = await open(page, 'strict-mode');
  const line = page.locator('p');
  const workers = (): number => page.workers().length;
  await expect(line).toHaveText('1000 birds');
  await expect.poll(workers).toBe(1);
  await line.click();
  await expect.poll(workers).toBe(0);
  expect(errors).toEqual([]);
});

test('the example of policies runs without errors', async ({ page }) => {
  expect(await open(page, 'packages-adapt-1')).toEqual([]);
});

test('the example of a protocol prints the lines of its comments, and a diagram', async ({ page }) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  expect(await open(page, exampleWith('// number 1: welcome, Ada'))).toEqual([]);
  await expect.poll(() => said.length).toBe(3);
  expect(said.slice(0, 2)).toEqual(['number 1: welcome, Ada', 'closed']);
  expect(said[2]).toMatch(/^stateDiagram-v2\n/);
});

test('the example of a recorder saves a trace with the callbacks that ran', async ({ page }) => {
  const errors = await open(page, exampleWith('game.pftrace'));
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve))); // the loop has a turn
  const download = page.waitForEvent('download');
  await page.keyboard.press('F9');
  const trace = readFileSync(await (await download).path(), 'latin1');
  expect(trace).toContain('move enemies');
  expect(trace).toContain('main: enemies');
  expect((await download).suggestedFilename()).toBe('game.pftrace');
  expect(errors).toEqual([]);
});

test('the example of a recorded session replays to the same state', async ({ page }) => {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  const errors = await open(page, exampleWith("key !== 'F9') return turn"));
  for (const key of ['ArrowLeft', 'ArrowRight', 'F9']) await page.keyboard.press(key);
  await expect.poll(() => lines.join('\n')).toContain('true undefined');
  expect(errors).toEqual([]);
});

test('the example of an overlay shows signals and changes a parameter', async ({ page }) => {
  const errors = await open(page, exampleWith('showOverlay(recorder)'));
  const panel = page.getByRole('dialog', { name: 'Monitor' });
  await expect(panel.getByRole('img')).toHaveAttribute('aria-label', /enemies.*bytes/);
  await panel.getByRole('tab', { name: 'Parameters' }).click();
  await panel.getByRole('checkbox', { name: 'paused' }).check();
  await panel.getByRole('slider', { name: 'speed' }).press('ArrowRight');
  await page.keyboard.press('F8');
  await expect(panel).toBeHidden();
  expect(errors).toEqual([]);
});

test('the example of messages communicates with its server', async ({ page }) => {
  const { file } = nodeExamples.find(({ name }) => name === 'packages-paceline-1')!;
  const { said, stop } = await startInNode(join(folder, file), { PORT: '0' });
  const port = /^listening on (\d+)/.exec(said)?.[1];
  try {
    const errors = await open(
      page,
      'packages-paceline-2',
      `?server=ws://${new URL(site.origin).hostname}:${port}`,
    );
    const lines = page.locator('pre');
    await expect(lines).toContainText('delivered');
    await expect(lines).toContainText('You said: hello');
    await expect(lines).toContainText('the level has 20000000 bytes');
    await expect.poll(() => page.title()).toMatch(/^\d\d+ positions$/);
    expect(errors).toEqual([]);
  } finally {
    stop();
  }
});

test('the example of an upload transfers all bytes', async ({ page }) => {
  const { said, stop } = await startInNode(join(folder, 'upload-server.ts'), { PORT: '0' });
  const port = /^listening on (\d+)/.exec(said)?.[1];
  try {
    const { name } = pages.find(({ file }) => file === 'upload-page.ts')!;
    const errors = await open(page, name, `?server=ws://${new URL(site.origin).hostname}:${port}`);
    await expect(page.locator('pre')).toContainText('closed');
    await expect(page.locator('pre')).toContainText('map has 1000000 bytes');
    expect(errors).toEqual([]);
  } finally {
    stop();
  }
});

test('the example of a public server rejects pages of other origins', async ({ page }) => {
  const { said, stop } = await startInNode(join(folder, 'public-server.ts'), { PORT: '0' });
  const port = /^listening on (\d+)/.exec(said)?.[1];
  try {
    await page.goto(`${site.origin}/packages-adapt-1.html`);
    const code = await page.evaluate(
      async (url) => {
        const socket = new WebSocket(url);
        const { code: closed } = await new Promise<CloseEvent>((resolve) => (socket.onclose = resolve));
        return closed;
      },
      `ws://${new URL(site.origin).hostname}:${port}`,
    );
    expect(code).toBe(1006);
  } finally {
    stop();
  }
});

test('the example of a session in simulated time prints the lines of its comments', async ({ page }) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const { name } = pages.find(({ file }) => file === 'virtual-session.ts')!;
  expect(await open(page, name)).toEqual([]);
  expect(said).toEqual([
    'the server reads 4',
    'the server reads 50000',
    'the server reads 4',
    'delivered 1',
    'disconnected',
    'resumed',
    'the server reads 5',
  ]);
});

test('the example of a server with a controller starts', async () => {
  const { said, stop } = await startInNode(join(folder, 'kernel-server.ts'), { PORT: '0' });
  stop();
  expect(said).toMatch(/^listening on \d+/);
});

for (const kind of ['chat', 'room']) {
  test(`the example of a ${kind} communicates with its server through Paceline`, async ({ page }) => {
    const { said, stop } = await startInNode(join(folder, `${kind}-server.ts`), { PORT: '0' });
    const { port } = JSON.parse(said) as { readonly port: number };
    const protocols: string[] = [];
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    network.on('Network.webSocketHandshakeResponseReceived', ({ response }) =>
      protocols.push(response.headers['Sec-WebSocket-Protocol'] ?? ''),
    );
    try {
      const { name } = pages.find(({ file }) => file === `${kind}-page.ts`)!;
      const errors = await open(page, name, `?server=http://${new URL(site.origin).hostname}:${port}`);
      await expect(page.locator('pre')).toHaveText('hello\n');
      await expect.poll(() => protocols).toContain('paceline.4');
      expect(errors).toEqual([]);
    } finally {
      stop();
    }
  });
}

/** Opens an example. Returns a list that collects the uncaught errors of the page. */
async function open(page: Page, name: string, query = ''): Promise<string[]> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${site.origin}/${name}.html${query}`);
  return errors;
}
