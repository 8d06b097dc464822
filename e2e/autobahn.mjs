// `npm run autobahn`: runs the Autobahn test suite against plain WebSockets of our servers and clients, beside those of ws. See CONTRIBUTING.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundlePrograms } from './bundle-programs.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = await bundlePrograms(root, 'autobahn', ['servers', 'clients']);
const wstest = (process.env['WSTEST'] ?? 'wstest').split(' ');
const cases = process.argv.slice(2);
const chosen = {
  cases: cases.length > 0 ? cases : ['*'],
  'exclude-cases': cases.length > 0 ? [] : ['12.*', '13.*'], // compression takes an hour
  'exclude-agent-cases': {},
};
const fuzzingPort = 9001;

const isWorse = [await testServers(), await testClients()].some(Boolean);
process.exitCode = isWorse ? 1 : 0;

/** The suite as a client: of our servers. */
async function testServers() {
  const servers = spawn(process.execPath, [`${folder}/servers.mjs`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [said] = /** @type {[Buffer]} */ (await once(servers.stdout, 'data'));
    const ports = Object.entries(/** @type {Record<string, number>} */ (JSON.parse(said.toString())));
    const suite = startSuite('fuzzingclient', {
      options: { failByDrop: false },
      servers: ports.map(([agent, port]) => ({
        agent,
        url: `ws://127.0.0.1:${port}`,
        options: { version: 18 },
      })),
    });
    await once(suite, 'exit');
    return report('fuzzingclient');
  } finally {
    servers.kill();
  }
}

/** The suite as a server: of our clients. */
async function testClients() {
  const suite = startSuite('fuzzingserver', {
    url: `ws://127.0.0.1:${fuzzingPort}`,
    options: { failByDrop: false },
  });
  try {
    await new Promise((resolve) => setTimeout(resolve, 3000)); // it does not say when it listens
    const clients = spawn(process.execPath, [`${folder}/clients.mjs`], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, AUTOBAHN: `ws://127.0.0.1:${fuzzingPort}` },
    });
    await once(clients, 'exit');
    return report('fuzzingserver');
  } finally {
    suite.kill();
  }
}

/**
 * @param {'fuzzingclient' | 'fuzzingserver'} mode
 * @param {object} options
 */
function startSuite(mode, options) {
  const spec = `${folder}/${mode}.json`;
  rmSync(`${folder}/${mode}`, { recursive: true, force: true }); // of an earlier run
  writeFileSync(spec, JSON.stringify({ ...chosen, ...options, outdir: `${folder}/${mode}` }));
  const [command = '', ...given] = wstest;
  return spawn(command, [...given, '-m', mode, '-s', spec, '-u', '0'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/**
 * Prints the results of all agents. Returns whether one of ours is worse than ws.
 * @param {string} mode
 */
function report(mode) {
  const results = /** @type {Record<string, Record<string, { behavior: string, behaviorClose: string }>>} */ (
    JSON.parse(readFileSync(`${folder}/${mode}/index.json`, 'utf8'))
  );
  const { ws = {}, ...ours } = results;
  let isWorseThanWs = false;
  for (const [agent, own] of Object.entries(ours)) {
    const entries = Object.entries(own);
    const differs = entries.filter(([id, { behavior, behaviorClose }]) => {
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
