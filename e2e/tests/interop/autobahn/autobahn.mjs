// `npm run autobahn`: runs the Autobahn test suite with plain WebSockets of Paceline's servers and clients, and with `ws` for comparison.
// See CONTRIBUTING.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { bundleForNode } from '../../../tools/node/bundle-for-node.mjs';
import { root } from '../../../tools/repository.mjs';

const folder = `${root}node_modules/.cache/autobahn`;
const programs = await bundleForNode(folder, {
  servers: `${root}e2e/tests/interop/autobahn/programs/servers.ts`,
  clients: `${root}e2e/tests/interop/autobahn/programs/clients.ts`,
});
const wstest = (process.env['WSTEST'] ?? 'wstest').split(' ');
const cases = process.argv.slice(2);
const chosen = {
  cases: cases.length > 0 ? cases : ['*'],
  'exclude-cases': cases.length > 0 ? [] : ['12.*', '13.*'], // the compression cases take an hour
  'exclude-agent-cases': {},
};
const fuzzingPort = 9001;

const isWorse = [
  report('fuzzingclient', await repeatLate(testServers)),
  report('fuzzingserver', await repeatLate(testClients)),
].some(Boolean);
process.exitCode = isWorse ? 1 : 0;

/**
 * @typedef {{ behavior: string, behaviorClose: string, reportfile: string, isLate: boolean }} Result
 * @typedef {Record<string, Record<string, Result>>} Results by agent and case
 * @typedef {{ cases: string[], 'exclude-cases': string[] }} Choice
 */

/**
 * Runs a test. Cases that did not finish within the suite's limit of 60 s are repeated up to two times, because the machine may have been busy.
 * @param {(choice: Choice) => Promise<Results>} test
 */
async function repeatLate(test) {
  const results = await test(chosen);
  for (let i = 0; i < 2; i++) {
    const late = Object.values(results).flatMap((own) => Object.keys(own).filter((id) => own[id]?.isLate));
    if (late.length === 0) break;
    const again = await test({ cases: [...new Set(late)], 'exclude-cases': [] });
    for (const [agent, own] of Object.entries(again)) Object.assign(results[agent] ?? {}, own);
  }
  return results;
}

/**
 * Runs the suite as a client of the servers of Paceline and of ws.
 * @param {Choice} choice
 */
async function testServers(choice) {
  const servers = spawn(process.execPath, [programs.servers], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [said] = /** @type {[Buffer]} */ (await once(servers.stdout, 'data'));
    const ports = Object.entries(/** @type {Record<string, number>} */ (JSON.parse(said.toString())));
    const suite = startSuite('fuzzingclient', choice, {
      options: { failByDrop: false },
      servers: ports.map(([agent, port]) => ({
        agent,
        url: `ws://127.0.0.1:${port}`,
        options: { version: 18 },
      })),
    });
    await once(suite, 'exit');
    return resultsOf('fuzzingclient');
  } finally {
    servers.kill();
  }
}

/**
 * Runs the suite as a server for the clients of Paceline and of ws.
 * @param {Choice} choice
 */
async function testClients(choice) {
  const suite = startSuite('fuzzingserver', choice, {
    url: `ws://127.0.0.1:${fuzzingPort}`,
    options: { failByDrop: false },
  });
  try {
    await new Promise((resolve) => setTimeout(resolve, 3000)); // the suite does not report when it listens
    const clients = spawn(process.execPath, [programs.clients], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, AUTOBAHN: `ws://127.0.0.1:${fuzzingPort}` },
    });
    await once(clients, 'exit');
    return resultsOf('fuzzingserver');
  } finally {
    suite.kill();
  }
}

/**
 * @param {'fuzzingclient' | 'fuzzingserver'} mode
 * @param {Choice} choice
 * @param {object} options
 */
function startSuite(mode, choice, options) {
  const spec = `${folder}/${mode}.json`;
  rmSync(`${folder}/${mode}`, { recursive: true, force: true }); // results of an earlier run
  writeFileSync(spec, JSON.stringify({ ...chosen, ...choice, ...options, outdir: `${folder}/${mode}` }));
  const [command = '', ...given] = wstest;
  return spawn(command, [...given, '-m', mode, '-s', spec, '-u', '0'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/**
 * @param {string} mode
 * @returns {Results}
 */
function resultsOf(mode) {
  /** @param {string} name */
  const read = (name) => readFileSync(`${folder}/${mode}/${name}`, 'utf8');
  const results = /** @type {Results} */ (JSON.parse(read('index.json')));
  for (const own of Object.values(results))
    for (const result of Object.values(own)) {
      const { result: text } = /** @type {{ result: string }} */ (JSON.parse(read(result.reportfile)));
      result.isLate = text.includes('did not finish within');
    }
  return results;
}

/**
 * Prints the results of all agents. Returns true if one of Paceline's agents is worse than ws.
 * @param {string} mode
 * @param {Results} results
 */
function report(mode, results) {
  const { ws = {}, ...ours } = results;
  let isWorseThanWs = false;
  for (const [agent, own] of Object.entries(ours)) {
    const entries = Object.entries(own);
    const differs = entries.filter(([id, { behavior, behaviorClose }]) => {
      if (behavior === 'OK' && behaviorClose === 'OK') return false;
      return behavior !== ws[id]?.behavior || behaviorClose !== ws[id]?.behaviorClose;
    });
    isWorseThanWs ||= differs.length > 0 || entries.length === 0;
    const failed = entries.filter(([, { behavior }]) => behavior === 'FAILED').length;
    console.log(`${mode}: ${agent}: ${entries.length} cases, ${failed} failed, ${differs.length} unlike ws`);
    for (const [id, { behavior }] of differs)
      console.log(`  ${id}: ${behavior}, with ws ${ws[id]?.behavior}`);
  }
  return isWorseThanWs;
}
