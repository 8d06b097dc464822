import { existsSync, readdirSync } from 'node:fs';
import { defineConfig, type DefaultTheme } from 'vitepress';
import { pageHead } from './page-head.ts';
import { guide, type Page, results } from './pages.ts';
import { resultCharts } from './result-charts.ts';
import { siteLinks } from './site-links.ts';

const item = ({ file, title }: Page): DefaultTheme.SidebarItem => ({ text: title, link: `/${file}` });

/** The sentence about a page of the guide; the reference has none. */
function descriptionOf(path: string): string {
  const pages = [...guide.flatMap((group) => group.pages), ...results];
  const about = pages.find(({ file }) => `${file}.md` === path)?.about;
  return about ?? 'The public types and functions of DOHA.';
}

/** The pages of the reference, which `site/build/write-reference.ts` writes: one for each entry of a package. */
function reference(): DefaultTheme.SidebarItem[] {
  const folder = new URL('../reference/', import.meta.url);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .map((name) => name.slice(0, -'.md'.length))
    .map((name) => ({ text: name.replaceAll('.', '/'), link: `/reference/${name}` }));
}

export default defineConfig({
  title: 'DOHA',
  description: 'Keeps web games and other interactive pages smooth when there is more work than time.',
  lang: 'en-US',
  base: './',
  cacheDir: '../node_modules/.cache/vitepress',
  // The pages of the guide are in `site`, and those of the results in `docs`.
  srcDir: '..',
  srcExclude: ['*.md', '{demos,e2e,examples,packages,test-results}/**', 'docs/decisions.md'],
  rewrites: { 'site/:page*': ':page*', 'docs/:page': 'results/:page' },
  transformHead: pageHead,
  transformPageData: ({ relativePath }) => ({ description: descriptionOf(relativePath) }),
  appearance: 'dark',
  vite: {
    configFile: false, // not that of the demos, which is in the root
    build: { chunkSizeWarningLimit: 2000 }, // the index for the search
  },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(markdown) {
      siteLinks(markdown);
      resultCharts(markdown);
    },
  },
  ignoreDeadLinks: [/^https?:\/\/localhost/], // examples of origins
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: '/', activeMatch: '^/(?!reference|results)' },
      { text: 'Reference', link: '/reference/', activeMatch: '^/reference/' },
      { text: 'Results', link: '/results/', activeMatch: '^/results/' },
    ],
    sidebar: {
      '/reference/': [{ text: 'Reference', items: reference() }],
      '/results/': [{ text: 'Results', items: results.map(item) }],
      '/': guide.map(({ title, pages }) => ({ text: title, items: pages.map(item) })),
    },
    notFound: { linkText: 'To the guide', linkLabel: 'To the guide' },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
});
