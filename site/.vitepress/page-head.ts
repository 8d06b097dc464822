import type { HeadConfig, TransformContext } from 'vitepress';
import { siteAddress } from '../build/page-preview.ts';

/** The elements of a page's head that depend on its place in the site: its icons, and the preview of links to it. */
export function pageHead({ pageData, title, description }: TransformContext): HeadConfig[] {
  const root = siteAddress(pageData.relativePath.split('/').length); // the guide is a folder of the site
  return [
    ['link', { rel: 'icon', href: `${root}icon.svg` }],
    ['link', { rel: 'apple-touch-icon', href: `${root}touch-icon.png` }],
    // For use without a network. A browser may forbid service workers.
    ['script', {}, `navigator.serviceWorker?.register('${root}coi-serviceworker.js').catch(() => {})`],
    ['meta', { property: 'og:title', content: title }],
    ['meta', { property: 'og:description', content: description }],
    ['meta', { property: 'og:image', content: `${root}preview.jpg` }],
  ];
}
