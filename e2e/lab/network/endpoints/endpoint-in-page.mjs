// An endpoint of a measurement in a page of an ordinary Chromium. Arguments: a module, the name of one of its functions, the function's options as
// JSON, and the launch options of the browser as JSON. Prints each status on a line, and finally the report as JSON. Exits when its standard input
// ends. The page asks this program for the time and for the CPU time of the browser, over loopback.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { chromium } from '@playwright/test';
import { WebSocketServer } from 'ws';
import { processStat } from './process-stat.mjs';

const [module = '', name = '', options = '', launch = ''] = process.argv.slice(2);

// The headers make the page cross-origin isolated, so that its clock has a resolution of 5 µs.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};
const server = createServer((request, response) => {
  const isModule = request.url === '/endpoints.mjs';
  response.writeHead(200, { ...headers, 'Content-Type': isModule ? 'text/javascript' : 'text/html' });
  response.end(isModule ? readFileSync(module) : '<!doctype html><title>Endpoint of a measurement</title>');
});
new WebSocketServer({ server }).on('connection', (socket) => {
  socket.on('message', (data) => {
    const request = /** @type {Buffer} */ (data).toString();
    if (request === 'time') socket.send(String(Number(process.hrtime.bigint()) / 1e6));
    else if (request === 'cpu') socket.send(String(cpuOfDescendants()));
    else process.stdout.write(`${request}\n`);
  });
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());

const launchOptions = /** @type {import('@playwright/test').LaunchOptions} */ (parse(launch));
const browser = await chromium.launch({ ...launchOptions, env: { ...process.env, ...launchOptions.env } });
const page = await browser.newPage();
await page.goto(`http://127.0.0.1:${port}/`);
const report = await page.evaluate(
  async ([functionName, functionOptions]) => {
    const path = '/endpoints.mjs';
    const loaded = /** @type {unknown} */ (await import(path));
    const functions = /** @type {Record<string, (options: unknown) => Promise<unknown>>} */ (loaded);
    return functions[String(functionName)]?.(functionOptions);
  },
  [name, parse(options)],
);
process.stdout.write(`${JSON.stringify(report)}\n`);
process.stdin.resume().on('end', () => void browser.close().finally(() => process.exit()));

/** @param {string} text */
function parse(text) {
  return /** @type {unknown} */ (JSON.parse(text));
}

/** Ms of CPU time of all descendants of this process. */
function cpuOfDescendants() {
  /** @type {Map<number, { parent: number, cpu: number }>} */
  const all = new Map();
  for (const id of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = processStat(id);
    if (stat !== undefined) all.set(Number(id), stat);
  }
  const isDescendant = (/** @type {number} */ id) => {
    for (let at = all.get(id)?.parent; at !== undefined; at = all.get(at)?.parent)
      if (at === process.pid) return true;
    return false;
  };
  return [...all].reduce((sum, [id, { cpu }]) => sum + (isDescendant(id) ? cpu : 0), 0);
}
