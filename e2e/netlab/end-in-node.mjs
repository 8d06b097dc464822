// One end of a measurement in this process: arguments are the module, which of its functions, and what that is told.
import { pathToFileURL } from 'node:url';
import { WebSocket } from 'ws';

const [module = '', name = '', options = ''] = process.argv.slice(2);
const platform = { WebSocket, now: () => Number(process.hrtime.bigint()) / 1e6 };

const loaded = /** @type {unknown} */ (await import(pathToFileURL(module).href));
const functions = /** @type {Record<string, (options: unknown, platform: unknown) => Promise<unknown>>} */ (
  loaded
);
const report = await functions[name]?.(JSON.parse(options), platform);
process.stdout.write(JSON.stringify(report), () => process.exit());
