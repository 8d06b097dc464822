import { type Bar, judge } from '../bench/bar.ts';
import type { Results, Row } from '../results.ts';

type Read = (name: string) => Results;

/** What is to be reached on networks, and whether it is: by the worst link. */
export function barRows(read: Read): Row[] {
  const links = read('netlab-links').rows;
  const names = [...new Set(links.map((row) => String(row['link'])))];
  const valueOf = (link: string, transport: string, column: string): number =>
    Number(links.find((row) => row['link'] === link && row['transport'] === transport)?.[column]);
  const onLinks = (of: (link: string) => number): Bar['found'] =>
    Object.fromEntries(names.map((link) => [link, of(link)]));
  const ratios = (one: string, other: string, column: string): Bar['found'] =>
    onLinks((link) => valueOf(link, one, column) / valueOf(link, other, column));

  const beside: Bar[] = ['control median', 'control p99.9'].map((column) => ({
    bar: `${column}, × paceK`,
    limit: { most: 1.15 },
    where: 'paceA',
    found: ratios('paceA', 'paceK', `${column}, ms`),
  }));
  const ofEach = ['paceA', 'paceK'].flatMap((where): Bar[] => {
    const jain = onLinks((link) => valueOf(link, where, 'Jain') - valueOf(link, 'plain', 'Jain'));
    return [
      bar('control median, × none', { most: 0.35 }, ratios(where, 'none', 'control median, ms')),
      bar('control p99.9, × none', { most: 0.55 }, ratios(where, 'none', 'control p99.9, ms')),
      bar('goodput, × none', { least: 0.96 }, ratios(where, 'none', 'goodput, Mbit/s')),
      bar('Jain, more than plain', { least: -0.02 }, jain),
      bar('share beside one cubic, × plain', { least: 0.9 }, sharesOf(where, read)),
      bar('a hole of 600 ms with a standby, ms', { most: 350 }, holesOf(where, read)),
    ];
    function bar(name: string, limit: Bar['limit'], found: Bar['found']): Bar {
      return { bar: name, limit, where, found };
    }
  });
  return [...beside, ...ofEach].map(judge);
}

function sharesOf(transport: string, read: Read): Bar['found'] {
  const rows = read('netlab-share').rows.filter((row) => row['transport'] === transport);
  return Object.fromEntries(rows.map((row) => [String(row['link']), Number(row['× that of plain'])]));
}

function holesOf(transport: string, read: Read): Bar['found'] {
  const row = read('netlab-holes').rows.find(
    (one) => one['transport'] === transport && one['standbys'] === 1 && one['hole, ms'] === 600,
  );
  return { '16 Mbit/s, 30 ms': Number(row?.['longest control message, median, ms']) };
}
