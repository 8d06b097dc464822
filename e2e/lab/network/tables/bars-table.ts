import type { Results, Row } from '../../../tools/results/results.ts';
import { type Bar, judge } from '../../../tools/statistics/bar.ts';

type Read = (name: string) => Results;

/** A bar for a latency controller of Paceline. */
interface ControllerBar extends Omit<Bar, 'environment'> {
  readonly controller: string;
}

/** Returns a row for each bar (a target value), with the worst result over all conditions. */
export function barRows(read: Read): Row[] {
  const links = read('netlab-links').rows.map((row) => measuredAt(row, String(row['link'])));
  const change = read('netlab-change').rows.map((row) =>
    measuredAt(row, `${changes[String(row['when'])]} a fall to 6 Mbit/s`),
  );
  const streams = read('netlab-sessions').rows.filter((row) => row['videos'] === '8 together');
  const all = [...links, ...change, ...streams.map((row) => measuredAt(row, '8 streams of one session'))];
  const ratios = (one: string, other: string, column: string): Bar['found'] =>
    compare(all, one, other, (row, control) => Number(row[column]) / Number(control[column]));

  const beside: ControllerBar[] = ['control median', 'control p99.9'].map((column) => ({
    bar: `${column}, × paceK`,
    limit: { most: 1.15 },
    controller: 'paceA',
    found: ratios('paceA', 'paceK', `${column}, ms`),
  }));
  const ofEach = ['paceA', 'paceK'].flatMap((controller): ControllerBar[] => {
    const jain = compare(
      links,
      controller,
      'plain',
      (row, plain) => Number(row['Jain']) - Number(plain['Jain']),
    );
    return [
      bar('control median, × none', { most: 0.35 }, ratios(controller, 'none', 'control median, ms')),
      bar('control p99.9, × none', { most: 0.55 }, ratios(controller, 'none', 'control p99.9, ms')),
      bar('goodput, × none', { least: 0.96 }, ratios(controller, 'none', 'goodput, Mbit/s')),
      bar('Jain, more than plain', { least: -0.02 }, jain),
      bar('share beside one cubic, × plain', { least: 0.9 }, sharesOf(controller, read)),
      bar('share beside plain videos, × a fair one', { least: 0.9 }, mixedOf(controller, read)),
      bar('a hole of 600 ms with a standby, ms', { most: 350 }, holesOf(controller, read)),
    ];
    function bar(name: string, limit: Bar['limit'], found: Bar['found']): ControllerBar {
      return { bar: name, limit, controller, found };
    }
  });
  return [...beside, ...ofEach].map(judgeController);
}

function judgeController({ controller, ...rest }: ControllerBar): Row {
  const { bar, limit, environment, ...result } = judge({ ...rest, environment: controller });
  return { bar: bar!, limit: limit!, controller: environment!, ...result };
}

const changes: Readonly<Record<string, string>> = { before: 'before', while: 'during', after: 'after' };

/** A row of results, and its measurement conditions. */
interface Measured {
  readonly at: string;
  readonly row: Row;
}

function measuredAt(row: Row, at: string): Measured {
  return { at, row };
}

/** Compares two transports under the same conditions. Returns the results by condition. */
function compare(
  all: readonly Measured[],
  one: string,
  other: string,
  by: (row: Row, control: Row) => number,
): Bar['found'] {
  const of = (transport: string): Measured[] => all.filter(({ row }) => row['transport'] === transport);
  return Object.fromEntries(
    of(one).map(({ at, row }) => [at, by(row, of(other).find((control) => control.at === at)?.row ?? {})]),
  );
}

function sharesOf(transport: string, read: Read): Bar['found'] {
  const rows = read('netlab-share').rows.filter((row) => row['transport'] === transport);
  return Object.fromEntries(rows.map((row) => [String(row['link']), Number(row['× that of plain'])]));
}

function mixedOf(transport: string, read: Read): Bar['found'] {
  const rows = read('netlab-mixed').rows.filter((row) => row['transport'] === transport);
  return Object.fromEntries(
    rows.map((row) => [`beside ${row['beside plain']} of 8`, Number(row['× a fair share'])]),
  );
}

function holesOf(transport: string, read: Read): Bar['found'] {
  const row = read('netlab-holes').rows.find(
    (one) => one['transport'] === transport && one['standbys'] === 1 && one['hole, ms'] === 600,
  );
  return { '16 Mbit/s, 30 ms': Number(row?.['longest control message, median, ms']) };
}
