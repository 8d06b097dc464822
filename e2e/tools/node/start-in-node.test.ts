import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from '../repository.mjs';
import { startInNode } from './start-in-node.ts';

const cache = `${root}node_modules/.cache`;
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'start-'));
afterAll(() => rmSync(folder, { recursive: true }));

function programOf(name: string, code: string): string {
  const path = join(folder, `${name}.ts`);
  writeFileSync(path, code);
  return path;
}

test('a program that ends without output is reported with its exit code', async () => {
  const silent = programOf('silent', 'process.exitCode = 7;');
  await expect(startInNode(silent, {}, folder)).rejects.toThrow(
    /silent\.ts ended with 7 before its first output/,
  );
});

test('a program that fails is reported with its error', async () => {
  const failing = programOf('failing', "throw new Error('no port');");
  await expect(startInNode(failing, {}, folder)).rejects.toThrow(/ended with 1 .*no port/s);
});

test('a program that was killed is reported with the signal', async () => {
  const killed = programOf('killed', "process.kill(process.pid, 'SIGKILL');");
  await expect(startInNode(killed, {}, folder)).rejects.toThrow('ended with SIGKILL');
});

test('a program continues after its first output', async () => {
  const program = programOf('talking', "setInterval(() => console.log('hello'), 10);");
  const { said, stop } = await startInNode(program, {}, folder);
  expect(said).toMatch(/^hello\n/);
  stop();
});
