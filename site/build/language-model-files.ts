import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { regionOf } from './region-of.ts';
import { guide, type Page, results, sourceOf } from '../.vitepress/pages.ts';

/**
 * Writes `llms.txt` (https://llmstxt.org), an index of the guide for language models, and the Markdown of each page beside its HTML. `root`: the folder of
 * the repository. `target`: the folder of the built guide.
 */
export function writeLanguageModelFiles(root: string, target: string): void {
  for (const page of [...guide.flatMap(({ pages }) => pages), ...results])
    write(join(target, `${page.file}.md`), withIncludes(sourceOf(page), root));
  const reference = readdirSync(join(root, 'site/reference')).filter((name) => name !== 'index.md');
  for (const name of reference)
    write(join(target, 'reference', name), readFileSync(join(root, 'site/reference', name), 'utf8'));
  const lines = [
    '# DOHA',
    '',
    '> Keeps web games and other interactive pages smooth when there is more work than time: an event loop with priorities, a worker pool, and messages.',
    '',
  ];
  for (const { pages, title } of guide) lines.push(`## ${title}`, '', ...pages.map(lineOf), '');
  lines.push('## Results', '', ...results.map(lineOf), '');
  lines.push(
    '## Reference',
    '',
    ...reference.map((name) => `- [${name.slice(0, -'.md'.length)}](guide/reference/${name})`),
    '',
  );
  writeFileSync(join(target, 'llms.txt'), lines.join('\n'));
}

function lineOf({ about, file, title }: Page): string {
  return `- [${title}](guide/${file}.md): ${about}`;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/**
 * The text of a page with the parts that VitePress includes: samples (`<<< @/site/samples/…`) and sections of other pages (`<!--@include: ../page.md#heading-->`).
 */
function withIncludes(path: string, root: string): string {
  return readFileSync(join(root, path), 'utf8')
    .replaceAll(/^<<< @\/(\S+?)(?:#([\w-]+))?(?:\{.*\})?$/gm, (_, file: string, region?: string) => {
      const code = regionOf(readFileSync(join(root, file), 'utf8'), region);
      return `\`\`\`${/\w+$/.exec(file)![0]}\n${code}\n\`\`\``;
    })
    .replaceAll(/^<!--@include: (\S+?)#([\w-]+)-->$/gm, (_, file: string, heading: string) =>
      sectionOf(readFileSync(join(root, dirname(path), file), 'utf8'), heading),
    );
}

/** The text below a heading of the second level, up to the next one. `anchor`: its id in the page. */
function sectionOf(page: string, anchor: string): string {
  const sections = page.split(/^## /m);
  const section = sections.find(
    (text) =>
      text
        .split('\n', 1)[0]!
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-') === anchor,
  );
  if (section === undefined) throw new Error(`Include a section: the page must have the heading ${anchor}`);
  return section.slice(section.indexOf('\n')).trim();
}
