// One end of a measurement in this process: arguments are the module, which of its functions, and what that is told. Prints how far it is, a word a line,
// and at last its report; goes on until its input ends.
import { pathToFileURL } from 'node:url';
import { WebSocket } from 'ws';

const [module = '', name = '', options = ''] = process.argv.slice(2);
const parsed = /** @type {unknown} */ (JSON.parse(options));
const told = /** @type {import('../programs/flow.ts').Place} */ (parsed);

// @moq/qmux calls it, and Node before 22 has none.
if (!('withResolvers' in Promise)) {
  const withResolvers = () => {
    const made = {};
    const promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
    return Object.assign(made, { promise });
  };
  Object.assign(Promise, { withResolvers });
}

// Connections have ports by which a lab can tell them apart, one after another.
let localPort = told.firstPort;
class Numbered extends WebSocket {
  /**
   * @param {string} url
   * @param {string} protocol
   */
  constructor(url, protocol) {
    super(url, protocol, { localPort: localPort++ });
  }
}
const platform = {
  WebSocket: Numbered,
  now: () => Number(process.hrtime.bigint()) / 1e6,
  cpu: () => {
    const { system, user } = process.cpuUsage();
    return (system + user) / 1000;
  },
  tell: (/** @type {string} */ word) => process.stdout.write(`${word}\n`),
};

const loaded = /** @type {unknown} */ (await import(pathToFileURL(module).href));
const functions = /** @type {Record<string, (options: unknown, platform: unknown) => Promise<unknown>>} */ (
  loaded
);
const report = await functions[name]?.(told, platform);
process.stdout.write(`${JSON.stringify(report)}\n`);
process.stdin.resume().on('end', () => process.exit());
