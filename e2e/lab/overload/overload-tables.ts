import { existsSync, readdirSync } from 'node:fs';
import { root } from '../../tools/repository.mjs';
import type { Results, Row } from '../../tools/results/results.ts';

type Read = (name: string) => Results;

const resultsFolder = `${root}e2e/results/overload`;

/** Results with at least this noise are not shown, because they are not reliable. */
export const noisy = 1.5;

/** Table names, and the rows of a scene that they show. */
const sceneTables: Readonly<Record<string, string>> = {
  'overload-field': 'field',
  'overload-tunnel': 'tunnel',
  'overload-filter': 'filter',
};

/**
 * A table of all machines and browsers whose results are in `e2e/results/overload`; undefined if there are none, or for other names. Its date and commit are those of
 * the newest results.
 */
export function overloadTable(name: string, read: Read, folder: string = resultsFolder): Results | undefined {
  const scene = sceneTables[name];
  if (scene === undefined && name !== 'overload-scores' && name !== 'overload-machines') return undefined;
  const all = resultNames(folder)
    .map((one) => read(one))
    .filter(({ parameters }) => Number(parameters['noise']) < noisy);
  const newest = all.toSorted((one, other) => other.date.localeCompare(one.date))[0];
  if (newest === undefined) return undefined;
  const { input, rounds, seconds } = newest.parameters;
  const parameters = { seconds, rounds, input };
  const rowsOf =
    scene === undefined ? (name === 'overload-scores' ? scoreRows : machineRows) : sceneRows(scene);
  return { ...newest, parameters, rows: all.flatMap(rowsOf) };
}

/** Names of the results of all machines, in the order of their tables. */
function resultNames(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json') && file !== 'overload-code.json')
    .map((file) => file.replace(/\.json$/, ''))
    .toSorted((one, other) => machineOf(one).localeCompare(machineOf(other)) || one.localeCompare(other));
}

/** The part of a name after `overload-<browser>-`. */
function machineOf(name: string): string {
  return name.split('-').slice(2).join('-');
}

function machineRows(results: Results): Row[] {
  const { browser, commit, date, machine, parameters } = results;
  const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  return [
    {
      machine: machineOf(results.name),
      processor: `${machine.cores} × ${machine.cpu}`,
      'clock MHz': Number(parameters['clock MHz']) || null,
      GPU: text(parameters['gpu']),
      browser,
      'display Hz': Number(parameters['display Hz']),
      canvas: text(parameters['canvas']),
      loads: text(parameters['loads']).replaceAll(/[{}"]/g, '').replaceAll(',', ', ').replaceAll(':', ' '),
      noise: Number(parameters['noise']),
      measured: `${commit.slice(0, 9)}, ${date.slice(0, 10)}`,
    },
  ];
}

function scoreRows({ browser, name, rows }: Results): Row[] {
  const scoreIn = (scene: string, scheduler: Row[string] | undefined): Row[string] =>
    rows.find((row) => row['scene'] === scene && row['scheduler'] === scheduler)?.['score'] ?? null;
  return rows
    .filter(({ scene }) => scene === 'all')
    .map(({ highest, lowest, scheduler, score }) => ({
      machine: machineOf(name),
      browser,
      scheduler: scheduler ?? null,
      score: score ?? null,
      'lowest and highest round': lowest === null ? '' : `${String(lowest)} to ${String(highest)}`,
      field: scoreIn('field', scheduler),
      tunnel: scoreIn('tunnel', scheduler),
      filter: scoreIn('filter', scheduler),
    }));
}

function sceneRow(machine: string, browser: string, row: Row): Row {
  const left = Object.entries(row).filter(([column]) => !['scene', 'lowest', 'highest'].includes(column));
  return Object.assign({ machine, browser }, Object.fromEntries(left));
}

function sceneRows(scene: string): (results: Results) => Row[] {
  return ({ browser, name, rows }) =>
    rows.filter((row) => row['scene'] === scene).map((row) => sceneRow(machineOf(name), browser, row));
}
