import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Plugin, type Rolldown, transformWithOxc } from 'vite';

const workerName = 'coi-serviceworker.js';

/** Larger files, such as engines of examples, are not cached at the first visit. */
const maxFileSize = 400_000;

/**
 * If a page is not cross-origin isolated, reloads it as soon as the service worker is active.
 * coi-serviceworker itself reloads a page when the installation of the worker begins. On a busy
 * machine the page may load again before the worker is active, and would then never be isolated.
 */
const reloading = `
  window.coi = { quiet: true, doReload: () => {} };
  if (window.crossOriginIsolated === false && !navigator.serviceWorker?.controller)
    navigator.serviceWorker?.ready.then(() => location.reload());
`;

/**
 * Adds a service worker to the built site. It makes pages cross-origin isolated on a static host
 * whose headers cannot be configured. The price is that the first visit loads the page twice. The
 * script that registers the worker must be the first script of a page. The worker also caches the
 * site for use without a network.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    transformIndexHtml: (_, { path }) => [
      { tag: 'script', children: reloading, injectTo: 'head-prepend' },
      { tag: 'script', attrs: { src: upFrom(path) + workerName }, injectTo: 'head-prepend' },
    ],
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        // The worker caches all other files when they are opened.
        const first = Object.values(bundle).filter(
          (file) => !/^(guide|examples)\//.test(file.fileName) && contentOf(file).length < maxFileSize,
        );
        const files = [workerName, ...first.map(({ fileName }) => fileName)].map(
          (file) => `./${file.replace(/(^|\/)index\.html$/, '$1')}`,
        );
        const contents = JSON.stringify(Object.values(bundle).map(contentOf));
        const build = createHash('sha256').update(contents).digest('hex').slice(0, 12);
        const offline = await transformWithOxc(read('../lib/offline-worker.ts'), 'offline-worker.ts');
        const isolating = read(`../../node_modules/coi-serviceworker/${workerName}`);
        const head = `const FILES = ${JSON.stringify(files)}, BUILD = '${build}';`;
        const source = `if (typeof window === 'undefined') {\n${head}\n${offline.code}\n}\n${isolating}`;
        this.emitFile({ type: 'asset', fileName: workerName, source });
      },
    },
  };
}

/** The relative URL of the root of the site, seen from a page such as `/tandem/index.html`. */
function upFrom(path: string): string {
  return '../'.repeat(path.split('/').length - 2) || './';
}

function contentOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk): string {
  return file.type === 'chunk' ? file.code : String(file.source);
}

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}
