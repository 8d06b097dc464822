// One end of a measurement in a page of an ordinary Chromium: arguments are the module, which of its functions, what that is told, and how to launch the
// browser. Prints how far it is, a word a line, and at last its report; goes on until its input ends. The page asks this program for the time and for the browser's CPU, over loopback.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { chromium } from '@playwright/test';
import { WebSocketServer } from 'ws';

const [module = '', name = '', options = '', launch = ''] = process.argv.slice(2);

// The headers isolate the page: its clock has steps of 5 µs then.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};
const server = createServer((request, response) => {
  const isModule = request.url === '/ends.mjs';
  response.writeHead(200, { ...headers, 'Content-Type': isModule ? 'text/javascript' : 'text/html' });
  response.end(isModule ? readFileSync(module) : '<!doctype html><title>an end</title>');
});
new WebSocketServer({ server }).on('connection', (socket) => {
  socket.on('message', (data) => {
    const word = /** @type {Buffer} */ (data).toString();
    if (word === 'time') socket.send(String(Number(process.hrtime.bigint()) / 1e6));
    else if (word === 'cpu') socket.send(String(cpuOfChildren()));
    else process.stdout.write(`${word}\n`);
  });
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());

const found = /** @type {import('@playwright/test').LaunchOptions} */ (parse(launch));
const browser = await chromium.launch({ ...found, env: { ...process.env, ...found.env } });
const page = await browser.newPage();
await page.goto(`http://127.0.0.1:${port}/`);
const report = await page.evaluate(
  async ([which, told]) => {
    const path = '/ends.mjs';
    const loaded = /** @type {unknown} */ (await import(path));
    const functions = /** @type {Record<string, (options: unknown) => Promise<unknown>>} */ (loaded);
    return functions[String(which)]?.(told);
  },
  [name, parse(options)],
);
process.stdout.write(`${JSON.stringify(report)}\n`);
process.stdin.resume().on('end', () => void browser.close().finally(() => process.exit()));

/** @param {string} text */
function parse(text) {
  return /** @type {unknown} */ (JSON.parse(text));
}

/** Ms of CPU that all processes have used which this one has started, and those they have. */
function cpuOfChildren() {
  /** @type {Map<number, { parent: number, ticks: number }>} */
  const all = new Map();
  for (const id of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      all.set(Number(id), { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) });
    } catch {
      // It has ended since.
    }
  }
  const isOurs = (/** @type {number} */ id) => {
    for (let at = all.get(id)?.parent; at !== undefined; at = all.get(at)?.parent)
      if (at === process.pid) return true;
    return false;
  };
  const ticks = [...all].reduce((sum, [id, one]) => sum + (isOurs(id) ? one.ticks : 0), 0);
  return ticks * 10; // Linux counts in hundredths of a second
}
