import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** The code block of a README that contains `text`. */
function exampleOf(name: string, text: string): string {
  const readme = readFileSync(`${folder}${name}/README.md`, 'utf8');
  const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);
  return blocks.find((code) => code.includes(text))!;
}

/** The output of a program in Node with frozen built-in objects, as in hardened applications. */
async function outputOf(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, loader: 'ts', resolveDir: folder },
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@doha/source'],
    write: false,
  });
  const options = ['--frozen-intrinsics', '--no-warnings', '--input-type=module'];
  // The code is passed as standard input, because Linux limits an argument to 128 KiB.
  return execFileSync(process.execPath, options, { encoding: 'utf8', input: outputFiles[0]!.text });
}

test.each([
  ['loop', 'const host = new VirtualHost();', '', '1000 60\n'],
  ['adapt', 'priority: weighted(', 'console.log(frame.stats.updated > 0);', 'true\n'],
])('an example of %s runs with frozen intrinsics', async (name, text, end, output) => {
  expect(await outputOf(exampleOf(name, text) + end)).toBe(output);
});

test.each([
  ["import { EventLoop } from '@doha/loop';", 'new EventLoop({ slice: -1 })'],
  ["import { VirtualHost } from '@doha/loop/virtual';", 'new VirtualHost({ displayRate: 0 })'],
  ["import { checkNumber } from '@doha/loop/options';", "checkNumber('x', Infinity)"],
  ["import { sinceUpdate } from '@doha/adapt';", 'sinceUpdate(0)'],
])('with frozen intrinsics, an error states the requirement and the value: %s', async (imports, call) => {
  const code = `${imports} try { ${call}; } catch (error) { console.log(String(error)); }`;
  expect(await outputOf(code)).toMatch(/^RangeError: .+ must be .+, got .+\n$/);
});

test('a program that changes built-in objects fails with frozen intrinsics', async () => {
  const code = 'try { Array.prototype.at = undefined; } catch (error) { console.log(error.name); }';
  expect(await outputOf(code)).toBe('TypeError\n');
});
