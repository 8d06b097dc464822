import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import { protocol, stateDiagram, unchecked } from '../protocol.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test('the example of a protocol prints the lines of its comments', async () => {
  const [, code = ''] = /```ts\n(import \{ protocol,[\s\S]*?)```/.exec(readme)!;
  const withoutImport = code.replace(/^import .*\n/, '');
  const said: string[] = [];
  const ports: MessagePort[] = [];
  class CountedChannel extends MessageChannel {
    constructor() {
      super();
      ports.push(this.port1, this.port2);
    }
  }
  const { code: script } = transformSync(
    `(async (protocol, stateDiagram, unchecked, console, MessageChannel) => {${withoutImport}})`,
    { loader: 'ts' },
  );
  const run = runInThisContext(script) as (...parts: unknown[]) => Promise<void>;
  await run(protocol, stateDiagram, unchecked, { log: (text: string) => said.push(text) }, CountedChannel);
  for (const port of ports) port.close();
  expect(said.slice(0, 2)).toEqual(['number 1: welcome, Ada', 'closed']);
  expect(said[2]).toMatch(/^stateDiagram-v2\n/);
});
