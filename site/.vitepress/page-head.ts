import type { HeadConfig, TransformContext } from 'vitepress';

/** The elements of a page's head that depend on its place in the site: its icon, and its description for links in other sites. */
export function pageHead({ pageData, title, description }: TransformContext): HeadConfig[] {
  const depth = pageData.relativePath.split('/').length; // the guide is a folder of the site
  return [
    ['link', { rel: 'icon', href: `${'../'.repeat(depth)}icon.svg` }],
    ['meta', { property: 'og:type', content: 'article' }],
    ['meta', { property: 'og:title', content: title }],
    ['meta', { property: 'og:description', content: description }],
  ];
}
