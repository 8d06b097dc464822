import type { Results, Row } from '../results.ts';
import { round } from '../statistics.ts';

/** What is to be reached on networks, and whether it is. */
export function barRows(read: (name: string) => Results): Row[] {
  const links = read('netlab-links').rows;
  const share = read('netlab-share').rows;
  const holes = read('netlab-holes').rows;
  const of = (link: unknown, transport: string): Row =>
    links.find((row) => row['link'] === link && row['transport'] === transport)!;
  const number = (row: Row | undefined, column: string): number => Number(row?.[column]);
  const bars: Row[] = [];
  const bar = (what: string, where: unknown, value: number, limit: string): void => {
    const [sign, bound] = limit.split(' ') as ['≤' | '≥', string];
    const isMet = sign === '≤' ? value <= Number(bound) : value >= Number(bound);
    bars.push({
      bar: what,
      where: String(where),
      limit,
      value: round(value, 2),
      verdict: isMet ? 'met' : 'missed',
    });
  };
  for (const link of new Set(links.map((row) => row['link']))) {
    const ratio = (one: string, other: string, column: string): number =>
      number(of(link, one), column) / number(of(link, other), column);
    for (const column of ['control median, ms', 'control p99.9, ms'])
      bar(`${column.replace(', ms', '')}: paceA, × paceK`, link, ratio('paceA', 'paceK', column), '≤ 1.15');
    for (const pace of ['paceA', 'paceK']) {
      bar(`control median: ${pace}, × none`, link, ratio(pace, 'none', 'control median, ms'), '≤ 0.35');
      bar(`control p99.9: ${pace}, × none`, link, ratio(pace, 'none', 'control p99.9, ms'), '≤ 0.55');
      bar(`goodput: ${pace}, × none`, link, ratio(pace, 'none', 'goodput, Mbit/s'), '≥ 0.96');
      const least = round(number(of(link, 'plain'), 'Jain') - 0.02, 3);
      bar(`Jain: ${pace}, beside plain TCP − 0.02`, link, number(of(link, pace), 'Jain'), `≥ ${least}`);
    }
  }
  for (const row of share.filter(({ transport }) => String(transport).startsWith('pace')))
    bar(
      `share beside one cubic: ${String(row['transport'])}, × plain`,
      row['link'],
      number(row, '× that of plain'),
      '≥ 0.9',
    );
  for (const row of holes.filter((one) => one['hole, ms'] === 600 && one['standbys'] === 1))
    bar(
      `a hole of 600 ms with a standby: ${String(row['transport'])}, ms`,
      '16 Mbit/s, 30 ms',
      number(row, 'longest control message, median, ms'),
      '≤ 350',
    );
  return bars;
}
