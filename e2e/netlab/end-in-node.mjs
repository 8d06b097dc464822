// One end of a measurement in this process: arguments are the module, which of its functions, and what that is told.
import { pathToFileURL } from 'node:url';
import { WebSocket } from 'ws';

const [module = '', name = '', options = ''] = process.argv.slice(2);
const parsed = /** @type {unknown} */ (JSON.parse(options));
const told = /** @type {import('../pages/netlab/flow.ts').FlowOptions} */ (parsed);

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
const platform = { WebSocket: Numbered, now: () => Number(process.hrtime.bigint()) / 1e6 };

const loaded = /** @type {unknown} */ (await import(pathToFileURL(module).href));
const functions = /** @type {Record<string, (options: unknown, platform: unknown) => Promise<unknown>>} */ (
  loaded
);
const report = await functions[name]?.(told, platform);
process.stdout.write(JSON.stringify(report), () => process.exit());
