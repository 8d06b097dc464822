import { readFileSync } from 'node:fs';
import type { HtmlTagDescriptor, Plugin } from 'vite';

/** Files of the site's root that all pages refer to. */
const files = ['icon.svg', 'touch-icon.png', 'preview.jpg'];

/**
 * The address of the site, which ends with a slash: relative to a page that is `depth` folders below the root, or absolute if the environment variable
 * `DOHA_SITE` has it. Most programs that show previews of links need absolute addresses of images.
 */
export function siteAddress(depth: number): string {
  return process.env['DOHA_SITE'] ?? ('../'.repeat(depth) || './');
}

/** Adds to each page an icon for home screens, and the title, the description and the image that other sites show with a link. */
export function pagePreview(): Plugin {
  return {
    name: 'page-preview',
    apply: 'build',
    buildStart() {
      for (const fileName of files) {
        const source = readFileSync(new URL(`../../demos/${fileName}`, import.meta.url));
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
    transformIndexHtml(html, { path }) {
      const root = siteAddress(path.split('/').length - 2);
      const title = /<title>([^<]*)/.exec(html)?.[1] ?? '';
      const description = /<meta\s+name="description"\s+content="([^"]*)"/.exec(html)?.[1];
      if (description === undefined) throw new Error(`Build the site: ${path} must have a description`);
      const meta = (property: string, content: string): HtmlTagDescriptor => ({
        tag: 'meta',
        attrs: { property, content },
        injectTo: 'head',
      });
      return [
        meta('og:title', title),
        meta('og:description', description),
        meta('og:image', `${root}preview.jpg`),
        { tag: 'link', attrs: { rel: 'apple-touch-icon', href: `${root}touch-icon.png` }, injectTo: 'head' },
      ];
    },
  };
}
