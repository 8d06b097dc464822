import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rollup } from 'vite';
import { expect, test } from 'vitest';

test('the monolithic game builds without any package of DOHA', async () => {
  const code = await buildGame('monolithic');
  expect(code).toContain('requestAnimationFrame');
  expect(code.length).toBeGreaterThan(20_000);
});

test('the adaptive game does not build without the packages of DOHA', async () => {
  await expect(buildGame('adaptive')).rejects.toThrow('@doha/');
});

/** Builds the game with one version of its loop. Rejects if it imports a package of DOHA. */
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
        ? `import { App } from ${path('../app/app.ts')};
           import { start } from ${path(`./${version}.ts`)};
           await new App({ ${version}: start }).open();`
        : undefined,
  };
}
