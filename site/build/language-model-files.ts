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
    write(
      join(target, `${page.file}.md`),
      withSamples(readFileSync(join(root, sourceOf(page)), 'utf8'), root),
    );
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

/** The text of a page in which the samples are included that VitePress would include: `<<< @/site/samples/…`. */
function withSamples(text: string, root: string): string {
  return text.replaceAll(/^<<< @\/(\S+?)(?:#([\w-]+))?(?:\{.*\})?$/gm, (_, file: string, region?: string) => {
    const code = regionOf(readFileSync(join(root, file), 'utf8'), region);
    return `\`\`\`${/\w+$/.exec(file)![0]}\n${code}\n\`\`\``;
  });
}
