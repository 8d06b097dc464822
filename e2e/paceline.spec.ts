import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { engines, type Visit } from './engines.ts';
import { sourceOrigin } from './origins.ts';
import type { HiddenPlainReport } from './pages/paceline/hidden-plain.ts';
import type { HiddenReport } from './pages/paceline/hidden.ts';
import { startInNode } from './start-in-node.ts';

const origin = process.env[sourceOrigin] ?? '';
const folder = `${origin}/e2e/pages/paceline`;

/** Starts a server, and opens a page that is told at which ports it is. */
async function visitWith<Report>(
  visit: Visit,
  server: string,
  queryOf: (ports: number | readonly number[]) => Readonly<Record<string, string>>,
  file = 'run.html',
): Promise<Report> {
  const { said, stop } = await startInNode(
    fileURLToPath(new URL(`pages/paceline/${server}.ts`, import.meta.url)),
  );
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

for (const { name, test, missing } of engines) {
  test.describe(`in ${name}`, () => {
    test.skip(missing !== undefined, missing);

    for (const where of ['page', 'worker']) {
      test(`in a ${where} PacelineSocket does what WebSocket does, whatever the server speaks`, async ({
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

      test(`in a ${where} a session does what it promises`, async ({ visit }) => {
        const results = await visitWith<Record<string, string>>(visit, 'session-server', (port) => ({
          what: 'session',
          where,
          session: addressOf(port as number),
        }));
        expect(Object.keys(results).length).toBeGreaterThan(8);
        expect(Object.entries(results).filter(([, result]) => result !== 'passed')).toEqual([]);
      });
    }

    test('a hidden page gets all, and loses no connection', async ({ visit }) => {
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

    test('to a plain server a hidden page sends 1 MB without a timer', async ({ visit }) => {
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
