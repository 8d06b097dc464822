import { fileURLToPath } from 'node:url';
import { expect, test as inNode } from '@playwright/test';
import { isLong } from '../../../../packages/runs.test.setup.ts';
import { browsersUnderTest } from '../../../tools/browsers/browsers-under-test.ts';
import { startInNode } from '../../../tools/node/start-in-node.ts';
import { pagesOrigin } from '../../../tools/servers/pages-origin.ts';
import type { NodeReport } from './programs/run-suite.ts';

const origin = process.env[pagesOrigin] ?? '';

// By default one worker of the test runner would run all tests of this file, one after another.
inNode.describe.configure({ mode: 'parallel' });

/** Tests that the platform's class passes and PacelineSocket cannot pass. The README names these differences. */
const differences = ['events of the socket are trusted', 'microtasks run between two listeners of an event'];

const path = (file: string): string => fileURLToPath(new URL(`programs/${file}.ts`, import.meta.url));

/** Starts a plain server and a server of Paceline. */
async function withServers(use: (plain: string, paced: string) => Promise<void>): Promise<void> {
  const { said, stop } = await startInNode(path('servers'));
  const [plain = '', paced = ''] = (JSON.parse(said) as number[]).map((port) => `ws://127.0.0.1:${port}/`);
  try {
    await use(plain, paced);
  } finally {
    stop();
  }
}

/** `ws` passes these tests only if the messages arrive in several TCP segments. */
const byChance = [
  'a listener that is set after an await of open gets the first message',
  'a listener that is set after an await in a listener gets the next message',
  'microtasks run between two events, and before the close event',
];

for (const { missing, name, test } of browsersUnderTest) {
  test.describe(`in ${name}`, () => {
    test.skip(missing !== undefined, missing);

    test('PacelineSocket passes each test of the WebSockets Standard that WebSocket passes', async ({
      visit,
    }) => {
      await withServers(async (plain, paced) => {
        const results = (query: string): Promise<Record<string, string>> =>
          visit(`${origin}/e2e/tests/browser/websocket/pages/conformance.html?${query}`);
        const platform = await results(`server=${plain}&limit=1000`);
        const passed = Object.keys(platform).filter((each) => platform[each] === 'passed');
        expect(passed.length).toBeGreaterThan(140);
        const required = passed.filter((each) => !differences.includes(each));
        const expected = Object.fromEntries(required.map((each) => [each, 'passed']));
        const gate = [plain, `${paced}&classify`];
        for (const ours of isLong ? [...gate, `${plain}&classify`, paced] : gate)
          expect(await results(`server=${ours}&install&limit=10000`)).toMatchObject(expected);
      });
    });
  });
}

for (const [name, options] of [
  ['ws', { CLASS: 'ws' }],
  ['Node', { NODE_OPTIONS: '--experimental-websocket' }],
] as const) {
  inNode(`over the WebSocket of ${name} PacelineSocket passes each test that this class passes`, async () => {
    inNode.skip(name === 'Node' && !isLong, 'only npm run test:long runs it');
    await withServers(async (plain, paced) => {
      const { said } = await startInNode(path('run-suite'), {
        ...options,
        PLAIN: plain,
        PACED: paced,
        NOT_REQUIRED: JSON.stringify(differences),
        BY_CHANCE: JSON.stringify(byChance),
      });
      const { failedByPaceline, failedByPlain, required } = JSON.parse(said) as NodeReport;
      expect(required.length).toBeGreaterThan(78);
      expect(failedByPlain).toEqual([]);
      expect(failedByPaceline).toEqual([]);
    });
  });
}
