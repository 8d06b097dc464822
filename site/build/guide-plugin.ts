import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { writeLanguageModelFiles } from './language-model-files.ts';
import { writeReference } from './write-reference.ts';

const source = fileURLToPath(new URL('..', import.meta.url));
const base = '/guide/';

/**
 * Adds the guide, the reference and the results to the site, under `guide/`: VitePress builds them, and they become files of the site's own build. So the
 * service worker knows them. The development server serves them by VitePress's own development server, which starts with the first request.
 */
export function guide(): Plugin {
  let isBuild = false;
  return {
    name: 'guide',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    async buildStart() {
      if (!isBuild) return;
      const folder = mkdtempSync(join(tmpdir(), 'doha-guide-'));
      try {
        await writeReference();
        await build(folder);
        writeLanguageModelFiles(join(source, '..'), folder);
        for (const file of filesOf(folder)) {
          const fileName = file === 'llms.txt' ? file : `guide/${file}`;
          this.emitFile({ type: 'asset', fileName, source: readFileSync(join(folder, file)) });
        }
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    configureServer({ middlewares, config }) {
      let starting: ReturnType<typeof startServer> | undefined;
      middlewares.use((request, response, next) => {
        if (request.url === base.slice(0, -1)) return void response.writeHead(302, { location: base }).end();
        if (request.url?.startsWith(base) !== true) return next();
        starting ??= startServer(config.server.headers ?? {});
        starting.then((server) => server.middlewares(request, response, next), next);
      });
    },
  };
}

async function build(folder: string): Promise<void> {
  const vitepress = await import('vitepress');
  await vitepress.build(source, {
    onAfterConfigResolve(config) {
      config.outDir = folder;
      config.logger.info = () => {};
    },
  });
}

async function startServer(headers: Record<string, unknown>) {
  await writeReference();
  const { createServer } = await import('vitepress');
  return createServer(source, { base, middlewareMode: true, hmr: false, headers } as never);
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    );
}
