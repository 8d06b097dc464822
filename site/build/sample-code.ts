import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { regionOf } from './region-of.ts';

const root = new URL('../../', import.meta.url);

/** Replaces `<!-- code: site/samples/first-loop/main.ts#loop -->` in pages by the highlighted lines of that file, so that pages show code that tests run. */
export function sampleCode(): Plugin {
  return {
    name: 'sample-code',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const marks = [...html.matchAll(/<!-- code: (\S+?)(?:#(\S+))? -->/g)];
        if (marks.length === 0) return html;
        const { codeToHtml } = await import('shiki');
        let page = html;
        for (const [mark, path = '', region] of marks) {
          const code = regionOf(readFileSync(new URL(path, root), 'utf8'), region);
          page = page.replace(
            mark,
            await codeToHtml(code, { lang: 'ts', theme: 'github-dark-high-contrast' }),
          );
        }
        return page;
      },
    },
  };
}
