// `npm run docs`: draws the plots of docs/, and fills the tables of its pages with the results in
// e2e/results.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { runnerImport } from 'vite';
import { root } from '../repository.mjs';

/**
 * Loads a TypeScript module, which not every version of Node can import directly.
 *
 * @template Module
 * @param {string} path
 * @returns {Promise<Module>}
 */
async function load(path) {
  const options = {
    configFile: /** @type {false} */ (false),
    root,
    logLevel: /** @type {'error'} */ ('error'),
  };
  return /** @type {{ module: Module }} */ (await runnerImport(`${root}e2e/${path}`, options)).module;
}

/** @type {typeof import('./fill-document.ts')} */
const { fillDocument } = await load('tools/documents/fill-document.ts');
/** @type {typeof import('../results/results.ts')} */
const { readResults } = await load('tools/results/results.ts');

/** @type {typeof import('../../lab/game/tables/plots.ts')} */
const { plotsOf } = await load('lab/game/tables/plots.ts');
/** @type {typeof import('../../lab/simulator/plots.ts')} */
const { speedUpPlot } = await load('lab/simulator/plots.ts');

/** @type {typeof import('../../lab/network/tables/tables.ts')} */
const { netlabTable } = await load('lab/network/tables/tables.ts');

/** @type {typeof import('../../lab/overload/overload-tables.ts')} */
const { overloadTable } = await load('lab/overload/overload-tables.ts');

/** @type {typeof import('./fill-diff.ts')} */
const { fillDiff } = await load('tools/documents/fill-diff.ts');
/** @type {typeof import('../../lab/game/tables/loops-table.ts')} */
const { concurrentTable, loopsTable } = await load('lab/game/tables/loops-table.ts');
/** @type {typeof import('../../lab/game/tables/tables.ts')} */
const { receivedTimeTable } = await load('lab/game/tables/tables.ts');

/**
 * Returns the results of this name: the contents of one file, or a table that is computed from
 * several files; undefined if a table has no results yet.
 *
 * @param {string} name
 * @returns {import('../results/results.ts').Results | undefined}
 */
function read(name) {
  const tandem = readResults('tandem');
  if (name === 'tandem-loops')
    return { ...tandem, rows: loopsTable(tandem, readResults('tandem-bands'), readResults('tandem-keys')) };
  if (name === 'tandem-received-time')
    return { ...tandem, rows: receivedTimeTable(tandem.rows, readResults('tandem-bands').rows) };
  if (name === 'tandem-concurrent-files') return { ...tandem, rows: concurrentTable() };
  // The benchmark of schedulers has tables that wait for the first results of a quiet machine.
  if (name.startsWith('overload-') && name !== 'overload-code') return overloadTable(name, readResults);
  return netlabTable(name, readResults) ?? readResults(name);
}

const plots = {
  ...plotsOf(readResults('tandem'), readResults('tandem-bands'), readResults('tandem-scaling')),
  ...speedUpPlot(readResults('simulator'), readResults('simulator-scaling')),
};
for (const [name, svg] of Object.entries(plots)) {
  writeFileSync(`${root}docs/${name}`, svg);
  console.log(`docs/${name}`);
}

const pages = readdirSync(`${root}docs`).filter((name) => name.endsWith('.md'));
for (const page of pages) {
  const path = `${root}docs/${page}`;
  writeFileSync(path, fillDiff(fillDocument(readFileSync(path, 'utf8'), read), root));
  console.log(`docs/${page}`);
}
