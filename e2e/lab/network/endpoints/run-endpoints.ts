import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';
import { findChromium } from '../../../tools/browsers/find-chromium.ts';
import { bundleForNode } from '../../../tools/node/bundle-for-node.mjs';
import { root } from '../../../tools/repository.mjs';
import { addressOf, type Lab, type Side } from '../link/lab.ts';
import type { ConnectionOptions } from '../programs/flow.ts';
import { Endpoint } from './endpoint.ts';
import { type Address, startProxy } from './start-proxy.ts';

/** An endpoint: its platform, its side of the lab, and the name of its function in `endpoints-in-node.ts` or `endpoints-in-page.ts`. */
export interface EndpointPlan {
  readonly in: 'node' | 'page';
  readonly side: Side;
  readonly name: string;
  /** Further command-line arguments of the browser. */
  readonly browserArgs?: readonly string[];
}

/** The sender and the receiver. `serving`: the one that accepts connections. */
export interface EndpointsPlan {
  readonly source: EndpointPlan;
  readonly sink: EndpointPlan;
  readonly serving: 'source' | 'sink';
}

/** Traffic on the link during the measured time. */
export interface Wire {
  /** Bytes sent into the link in both directions, including IP headers and lost packets. */
  readonly given: number;
  /** Bytes from left to right that have passed the queue. */
  readonly carried: number;
  /** Maximum delay of a packet beyond its computed arrival, in ms. More than a few ms mean that the machine was too busy. */
  readonly maxLateness: number;
  readonly seconds: number;
}

export interface EndpointsReport<Source, Sink> {
  readonly source: Source;
  readonly sink: Sink;
  readonly wire: Wire;
}

// Each process has a build of its own: several processes can measure at the same time, and a change
// of the source must not change a running measurement.
const folder = join(root, `node_modules/.cache/netlab/${process.pid}`);
// Each run uses other ports than the 219 runs before it, because TCP blocks the port of a closed
// connection for a minute (TIME_WAIT).
const minPort = 20_000;
const portsOfRun = 200;
const portRanges = 220;
let runCount = 0;

/**
 * Runs two endpoints in a lab, and returns their reports. `onStart` is called when the connecting
 * endpoint starts, with the local port of its first connection. `onMeasure` is called when the
 * measured time begins.
 */
export async function runEndpoints<Source, Sink>(
  lab: Lab,
  plan: EndpointsPlan,
  options: Omit<ConnectionOptions, 'firstPort' | 'host' | 'port'>,
  onStart: (firstPort: number) => void = () => {},
  onMeasure: () => void = () => {},
): Promise<EndpointsReport<Source, Sink>> {
  await (built ??= buildEndpoints());
  const firstPort = minPort + portsOfRun * (runCount++ % portRanges);
  const port = firstPort + portsOfRun - 1;
  const server: Address = { host: addressOf[plan[plan.serving].side], port };
  const textOf = (address: Address): string => JSON.stringify({ ...options, ...address, firstPort });
  const startSource = (address: Address): Endpoint<Source> =>
    new Endpoint(start(lab, plan.source, textOf(address)));
  const startSink = (address: Address): Endpoint<Sink> =>
    new Endpoint(start(lab, plan.sink, textOf(address)));
  const isSourceFirst = plan.serving === 'source';
  const first = isSourceFirst ? startSource(server) : startSink(server);
  await first.waitFor('listening');
  const proxy = options.proxy && (await startProxy(lab, options.proxy, server, port - 1));
  const address = options.proxy ? { host: addressOf[options.proxy.side], port: port - 1 } : server;
  const source = isSourceFirst ? (first as Endpoint<Source>) : startSource(address);
  const sink = isSourceFirst ? startSink(address) : (first as Endpoint<Sink>);
  onStart(firstPort);
  const all = [source.report, sink.report, watchWire(lab, sink, onMeasure)] as const;
  const [ofSource, ofSink, wire] = await Promise.all(all); // not awaited one by one: if one fails, the others may never resolve
  await source.close(); // first, because Chromium crashes if a connection closes while it sends
  await sink.close();
  proxy?.kill();
  return { source: ofSource, sink: ofSink, wire };
}

/** Runs a function of `endpoints-in-node.ts` that needs no other endpoint, and returns its report. */
export async function runAlone<Report>(lab: Lab, name: string, options: object): Promise<Report> {
  await (built ??= buildEndpoints());
  const end = new Endpoint<Report>(start(lab, { in: 'node', side: 'left', name }, JSON.stringify(options)));
  const report = await end.report;
  await end.close();
  return report;
}

let built: Promise<unknown> | undefined;

function start(
  lab: Lab,
  { browserArgs = [], in: platform, name, side }: EndpointPlan,
  optionsText: string,
): ChildProcess {
  const program = fileURLToPath(new URL(`endpoint-in-${platform}.mjs`, import.meta.url));
  const args = [program, join(folder, `endpoints-in-${platform}.mjs`), name, optionsText];
  if (platform === 'page') return lab.start(side, process.execPath, [...args, launch(browserArgs)]); // not by `startNode`: with its real-time priority the processes of Chromium starve one another
  return lab.startNode(side, args);
}

/** Launch options as JSON, as in the gate. Without `--disable-gpu`, the emulation of a GPU occupies a core. */
function launch(browserArgs: readonly string[]): string {
  const { env, executablePath } = findChromium();
  const args = ['--disable-gpu', '--enable-unsafe-swiftshader', ...browserArgs];
  return JSON.stringify({ executablePath, args, env });
}

async function watchWire(lab: Lab, end: Endpoint<unknown>, onMeasure: () => void): Promise<Wire> {
  await end.waitFor('from');
  onMeasure();
  const began = performance.now();
  const before = await lab.count();
  await end.waitFor('to');
  const seconds = (performance.now() - began) / 1000;
  const { left, right } = await lab.count();
  return {
    given: left.bytes - before.left.bytes + right.bytes - before.right.bytes,
    carried: left.carried - before.left.carried,
    maxLateness: Math.max(left.maxLateness, right.maxLateness),
    seconds,
  };
}

function buildEndpoints(): Promise<unknown> {
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const programs = `${root}e2e/lab/network/programs`;
  const page: BuildOptions = {
    entryPoints: [`${programs}/endpoints-in-page.ts`],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['@doha/source'],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
  };
  return Promise.all([
    bundleForNode(folder, { 'endpoints-in-node': `${programs}/endpoints-in-node.ts` }),
    build(page),
  ]);
}
