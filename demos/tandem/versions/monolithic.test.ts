import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rollup } from 'vite';
import { expect, test } from 'vitest';

test('the monolithic game builds where no package of DOHA exists', async () => {
  const code = await buildGame('monolithic');
  expect(code).toContain('requestAnimationFrame');
  expect(code.length).toBeGreaterThan(20_000);
});

test('the adaptive game does not', async () => {
  await expect(buildGame('adaptive')).rejects.toThrow('@doha/');
});

/** The whole game with one version of its loop, and without DOHA's packages. */
async function buildGame(version: string): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('..', import.meta.url)),
    plugins: [entry(version), withoutDoha],
    build: { write: false, rolldownOptions: { input: 'virtual:game' } },
  })) as Rollup.RollupOutput;
  return result.output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n');
}

const withoutDoha: Plugin = {
  name: 'without-doha',
  enforce: 'pre',
  resolveId(id) {
    if (/^@doha\/|packages\/(loop|adapt)\//.test(id)) throw new Error(`${id} does not exist here`);
  },
};

function entry(version: string): Plugin {
  const path = (file: string): string => JSON.stringify(fileURLToPath(new URL(file, import.meta.url)));
  return {
    name: 'entry',
    resolveId: (id) => (id === 'virtual:game' ? id : undefined),
    load: (id) =>
      id === 'virtual:game'
        ? `import { openPage } from ${path('../../tandem-tools/tunnel/page.ts')};
           import { start } from ${path(`./${version}.ts`)};
           openPage({ versions: () => ({ ${version}: start }) });`
        : undefined,
  };
}
