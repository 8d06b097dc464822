import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/**
 * Makes the built game installable as a web app. The manifest and its icon keep their file names,
 * because the manifest refers to the icon and the page by relative addresses.
 */
export function installableGame(): Plugin {
  return {
    name: 'installable-game',
    apply: 'build',
    buildStart() {
      for (const fileName of ['tandem/app.webmanifest', 'tandem/icon.svg']) {
        const source = readFileSync(new URL(`../${fileName}`, import.meta.url));
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
    transformIndexHtml: (_, { path }) =>
      path === '/tandem/index.html'
        ? [{ tag: 'link', attrs: { rel: 'manifest', href: './app.webmanifest' }, injectTo: 'head' }]
        : [],
  };
}
