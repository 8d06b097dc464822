import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// On npm a README stands alone: there a path into the repository leads nowhere.
test.each(['loop', 'adapt', 'engines', 'monitor', 'multiproc', 'paceline'])(
  'the links in the README of %s are absolute, or lead to one of its headings',
  (name) => {
    const text = readFileSync(new URL(`${name}/README.md`, import.meta.url), 'utf8');
    const readme = text.replaceAll(/^```.*?^```$/gms, '');
    const anchors = new Set([...readme.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!)));
    const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);
    expect(links.length).toBeGreaterThan(0);
    const broken = links.filter((link) => !link.startsWith('https://') && !anchors.has(link));
    expect(broken).toEqual([]);
  },
);

/** The link to a heading, as GitHub and npm derive it. */
function anchorOf(heading: string): string {
  const words = heading.toLowerCase().replaceAll(/[^a-z0-9 _-]/g, '');
  return `#${words.replaceAll(' ', '-')}`;
}
