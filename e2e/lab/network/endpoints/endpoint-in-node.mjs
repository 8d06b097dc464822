// An endpoint of a measurement in Node. Arguments: a module, the name of one of its functions, and
// the function's options as JSON. Prints each status on a line, and finally the report as JSON.
// Exits when its standard input ends.
import { createServer } from 'node:https';
import { pathToFileURL } from 'node:url';
import { WebSocket } from 'ws';
import { pauseReading } from './pause-reading.mjs';
import { startWebTransportServer } from './start-web-transport-server.mjs';

const [module = '', name = '', options = ''] = process.argv.slice(2);
const parsed = /** @type {unknown} */ (JSON.parse(options));
const endpointOptions = /** @type {import('../programs/flow.ts').ConnectionOptions} */ (parsed);

// @moq/qmux calls `Promise.withResolvers`, which Node lacks before version 22.
if (!('withResolvers' in Promise)) {
  const withResolvers = () => {
    const made = {};
    const promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
    return Object.assign(made, { promise });
  };
  Object.assign(Promise, { withResolvers });
}

// Connections have consecutive local ports, so that a lab can drop the packets of one of them.
let localPort = endpointOptions.firstPort;
class NumberedWebSocket extends WebSocket {
  /**
   * @param {string} url
   * @param {string} protocol
   */
  constructor(url, protocol) {
    const number = localPort - endpointOptions.firstPort;
    super(url, protocol, { localPort: localPort++, ca: endpointOptions.tls?.cert });
    const pause = endpointOptions.readingPause;
    if (pause !== undefined && (pause.connections === 'first') === (number === 0))
      this.once('open', () => pauseReading(this, pause));
  }
}
let cpuOfServer = () => 0; // ms of CPU time of a server that runs in another process
const platform = {
  WebSocket: NumberedWebSocket,
  listenTls: (
    /** @type {import('../programs/flow.ts').Certificate} */ certificate,
    /** @type {number} */ port,
  ) => createServer(certificate).listen(port, '0.0.0.0'),
  listenWebTransport: async (
    /** @type {import('../programs/flow.ts').Certificate} */ certificate,
    /** @type {number} */ port,
  ) => {
    const { cpu, output } = await startWebTransportServer(certificate, port);
    cpuOfServer = cpu;
    return output;
  },
  now: () => Number(process.hrtime.bigint()) / 1e6,
  cpu: () => {
    const { system, user } = process.cpuUsage();
    return (system + user) / 1000 + cpuOfServer();
  },
  report: (/** @type {string} */ status) => process.stdout.write(`${status}\n`),
};

const loaded = /** @type {unknown} */ (await import(pathToFileURL(module).href));
const functions = /** @type {Record<string, (options: unknown, platform: unknown) => Promise<unknown>>} */ (
  loaded
);
const report = await functions[name]?.(endpointOptions, platform);
process.stdout.write(`${JSON.stringify(report)}\n`);
process.stdin.resume().on('end', () => process.exit());
