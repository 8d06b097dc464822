import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { type ExamplePage, examplePages } from './example-pages.ts';
import { viewerPage } from './viewer-page.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url)).replaceAll('\\', '/');
/** The folder of the repository that has the examples, and the folder of the site in which the build puts their pages. No file is in the latter. */
const sources = `${root}examples/`;
const site = `${root}demos/examples/`;

/** Pages that have a switch between both versions themselves, and need no viewer. */
const pagesWithSwitch = ['pixi', 'phaser', 'three', 'react', 'ecs'].map(
  (name) => `engines/${name}/index.html`,
);

/** The pages of the examples in the site, by their paths below `examples/`. */
const pages: ReadonlyMap<string, () => string> = new Map([
  ...['index.html', ...pagesWithSwitch].map((path): [string, () => string] => [path, () => read(path)]),
  ...examplePages.flatMap((example) => pagesOf(example)),
]);

/** Paths of the pages of the examples, as inputs of the build. */
export const inputs: readonly string[] = [...pages.keys()].map((path) => site + path);

/**
 * Adds the examples to the site. `/examples/<folder>/` shows an example beside its essential lines; `program.html` and `plain.html` there are the program
 * itself, unchanged. The examples are outside of the site's root, so their pages get ids within it, and the files that they load are found by their
 * real paths.
 */
export function examples(): Plugin {
  return {
    name: 'examples',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id.startsWith(site) && pages.has(id.slice(site.length))) return id;
      if (importer?.startsWith(site) === true && id.startsWith('.'))
        return sources + posix.join(posix.dirname(importer.slice(site.length)), id);
      return undefined;
    },
    load(id) {
      return id.startsWith(site) ? pages.get(id.slice(site.length))?.() : undefined;
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [, path, query = ''] = /^\/examples\/([^?]*)(\?.*)?$/.exec(request.url ?? '') ?? [];
        if (path === undefined) return next();
        const file = path.replace(/(^|\/)$/, '$1index.html');
        const viewer = examplePages.find(({ folder }) => file === `${folder}/index.html`);
        if (viewer !== undefined) {
          response.setHeader('Content-Type', 'text/html');
          response.end(viewerPage(viewer));
          return;
        }
        request.url = `/@fs/${sources.replace(/^\//, '')}${file.replace(/\/program\.html$/, '/index.html')}${query}`;
        next();
      });
    },
  };
}

function pagesOf(example: ExamplePage): [path: string, html: () => string][] {
  const { doha, folder, plain } = example;
  return [
    [`${folder}/index.html`, () => viewerPage(example)],
    [`${folder}/program.html`, () => read(`${folder}/${doha.page}`)],
    [`${folder}/plain.html`, () => read(`${folder}/${plain.page}`)],
  ];
}

function read(path: string): string {
  return readFileSync(sources + path, 'utf8');
}
