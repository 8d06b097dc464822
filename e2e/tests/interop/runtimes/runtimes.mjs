// `npm run runtimes -- node24=/path/to/node bun=/path/to/bun …`: tests Paceline in these runtimes and this Node, with each pair of server
// and client.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { bundleForNode } from '../../../tools/node/bundle-for-node.mjs';
import { root } from '../../../tools/repository.mjs';

const programs = await bundleForNode(`${root}node_modules/.cache/runtimes`, {
  server: `${root}e2e/tests/interop/runtimes/programs/server.ts`,
  client: `${root}e2e/tests/interop/runtimes/programs/client.ts`,
});
const expected = {
  'a text': 'hello',
  'a megabyte': 1_000_000,
  'a stream': 'side: way',
  'a cut': 'after the cut',
  'an error at the server': 'after the error',
  'an error at a plain socket of the server': ['text', 100_000, 3001, 'bye'],
  'a refusal': 4502,
  'a signal': 'aborted',
  'a socket, paced': ['text', 100_000, 3001, 'bye'],
  'a socket with a protocol': ['text', 100_000, 3001, 'bye'],
  closing: { code: 3000, reason: 'done' },
};

const given = process.argv.slice(2).map((text) => /** @type {[string, string]} */ (text.split('=', 2)));
const runtimes = /** @type {[string, string][]} */ ([
  [`node ${process.version}`, process.execPath],
  ...given,
]);
for (const server of runtimes) for (const client of runtimes) await meet(server, client);

/**
 * @param {[string, string]} server
 * @param {[string, string]} client
 */
async function meet(server, client) {
  const serving = start(server, 'server', {});
  try {
    const running = start(client, 'client', { PORTS: await said(serving) });
    const results = /** @type {Record<string, unknown>} */ (JSON.parse((await said(running)) || '{}'));
    const failed = Object.entries(expected).filter(
      ([name, value]) => !isDeepStrictEqual(results[name], value),
    );
    console.log(`server ${server[0]}, client ${client[0]}: ${failed.length === 0 ? 'ok' : 'FAILED'}`);
    for (const [name] of failed) console.log(`  ${name}: ${JSON.stringify(results[name])}`);
    if (failed.length > 0) process.exitCode = 1;
  } finally {
    serving.kill('SIGKILL');
  }
}

/**
 * @param {[string, string]} runtime
 * @param {'server' | 'client'} end
 * @param {Record<string, string>} env
 */
function start([name, path], end, env) {
  const options = name.startsWith('deno') ? ['run', '--allow-all', '--node-modules-dir=manual'] : [];
  return spawn(path, [...options, programs[end]], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** The first output of a program; an empty text if it ends earlier. @param {import('node:child_process').ChildProcess} program */
async function said(program) {
  const { stdout } = program;
  if (stdout === null) return '';
  const ended = once(program, 'exit').then(() => ['']);
  const [line] = /** @type {[Buffer | string]} */ (await Promise.race([once(stdout, 'data'), ended]));
  return line.toString().trim();
}
