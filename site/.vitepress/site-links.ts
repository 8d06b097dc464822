import type { MarkdownOptions } from 'vitepress';

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0];

/** Rewritten links: from the places of files in the repository to the places of pages in the guide. */
const places: readonly (readonly [RegExp, string])[] = [
  [/^\.\.\/docs\//, '/results/'],
  [/^(?:\.\.\/)+packages\/(\w+)(?:\/README\.md)?/, '/reference/@doha.$1.md'],
  [/^(?:\.\.\/)+demos\/(\w+)\/README\.md/, 'site:$1/'],
  [/^(?:\.\.\/)+site\//, '/'],
];

/**
 * Makes links work in the guide as in the repository, where the pages have other places. Also adds links to the other pages of the site:
 * `[play](site:tandem/)`. VitePress would look for these pages among its own, and its router would open them.
 */
export function siteLinks(markdown: MarkdownIt): void {
  const render = markdown.renderer.rules['link_open']!;
  markdown.renderer.rules['link_open'] = (tokens, index, options, env: { relativePath?: string }, self) => {
    const token = tokens[index]!;
    const given = token.attrGet('href') ?? '';
    const href = places.reduce((link, [place, page]) => link.replace(place, page), given);
    if (!href.startsWith('site:')) {
      token.attrSet('href', href);
      return render(tokens, index, options, env, self);
    }
    const depth = (env.relativePath ?? '').split('/').length; // the guide is a folder of the site
    token.attrSet('href', '../'.repeat(depth) + href.slice('site:'.length));
    token.attrSet('target', '_self');
    return self.renderToken(tokens, index, options);
  };
}
