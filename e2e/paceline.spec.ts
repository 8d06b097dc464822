import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { sourceOrigin } from './origins.ts';
import { readReport } from './report.ts';
import { startInNode } from './start-in-node.ts';

const origin = process.env[sourceOrigin] ?? '';
const echoServer = fileURLToPath(new URL('pages/paceline/echo-server.ts', import.meta.url));

test('PacelineSocket does what WebSocket does, whatever the server speaks', async ({ page }) => {
  const { said, stop } = await startInNode(echoServer);
  try {
    const [echo, plain] = JSON.parse(said) as [number, number];
    const { hostname } = new URL(origin);
    const address = (port: number): string => `ws://${hostname}:${port}/path?query`;
    const query = new URLSearchParams({ echo: address(echo), plain: address(plain), nowhere: address(9) });
    const report = await readReport<Record<'platform' | 'toPlain' | 'toPaceline', string[]>>(
      page,
      `${origin}/e2e/pages/paceline/socket.html?${query}`,
    );
    const anyPort = (lines: string[]): string[] => lines.map((line) => line.replace(/:\d+\//, ':port/'));
    expect(report.platform.length).toBeGreaterThan(40);
    expect(report.toPlain).toEqual(report.platform);
    expect(anyPort(report.toPaceline)).toEqual(anyPort(report.platform));
  } finally {
    stop();
  }
});
