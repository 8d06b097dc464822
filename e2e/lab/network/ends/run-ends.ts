import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';
import { findChromium } from '../../../tools/browsers/find-chromium.ts';
import { bundleForNode } from '../../../tools/node/bundle-for-node.mjs';
import { root } from '../../../tools/repository.mjs';
import { addressOf, type Lab, type Side } from '../link/lab.ts';
import type { Place } from '../programs/flow.ts';
import { End } from './end.ts';

/** One end: where it runs, and which function of `ends-in-node.ts` or `ends-in-page.ts` it is. */
export interface EndPlan {
  readonly in: 'node' | 'page';
  readonly side: Side;
  readonly name: string;
}

/** Who sends and who receives, and which of them waits for the other. */
export interface EndsPlan {
  readonly source: EndPlan;
  readonly sink: EndPlan;
  readonly serving: 'source' | 'sink';
}

/** What crossed the link while time counted. */
export interface Wire {
  /** Bytes that were given to it, both ways together, with the headers of IP and what was lost. */
  readonly given: number;
  /** Bytes that left it from left to right. */
  readonly carried: number;
  /** Ms that a packet was later than it should have been, at the most: more than a few, and the machine was too busy to measure. */
  readonly latest: number;
  readonly seconds: number;
}

export interface EndsReport<Source, Sink> {
  readonly source: Source;
  readonly sink: Sink;
  readonly wire: Wire;
}

// Of this process: others may measure at the same time, and what is measured stays what it was when it began.
const folder = join(root, `node_modules/.cache/netlab/${process.pid}`);
// A port rests for a while when its connection has ended.
const portsOfRun = 200;
let nextPort = 20_000;

/**
 * Runs two ends in a lab until both have reported. `during` is called when the second one starts, with the port of its first connection,
 * `counting` when the time that counts begins.
 */
export async function runEnds<Source, Sink>(
  lab: Lab,
  plan: EndsPlan,
  options: Omit<Place, 'firstPort' | 'host' | 'port'>,
  during: (firstPort: number) => void = () => {},
  counting: () => void = () => {},
): Promise<EndsReport<Source, Sink>> {
  await (built ??= buildEnds());
  const firstPort = (nextPort += portsOfRun);
  const port = firstPort + portsOfRun - 1;
  const told = JSON.stringify({ ...options, port, host: addressOf[plan[plan.serving].side], firstPort });
  const startSource = (): End<Source> => new End(start(lab, plan.source, told));
  const startSink = (): End<Sink> => new End(start(lab, plan.sink, told));
  const isSourceFirst = plan.serving === 'source';
  const first = isSourceFirst ? startSource() : startSink();
  await first.said('listening');
  const source = isSourceFirst ? (first as End<Source>) : startSource();
  const sink = isSourceFirst ? startSink() : (first as End<Sink>);
  during(firstPort);
  const all = [source.report, sink.report, watchWire(lab, sink, counting)] as const;
  const [ofSource, ofSink, wire] = await Promise.all(all); // if one fails, the others may wait for it forever
  await source.letGo(); // at first: Chromium does not survive it if a connection ends by which it sends
  await sink.letGo();
  return { source: ofSource, sink: ofSink, wire };
}

/** Runs a function of `ends-in-node.ts` that needs no other end. */
export async function runAlone<Report>(lab: Lab, name: string, options: object): Promise<Report> {
  await (built ??= buildEnds());
  const end = new End<Report>(start(lab, { in: 'node', side: 'left', name }, JSON.stringify(options)));
  const report = await end.report;
  await end.letGo();
  return report;
}

let built: Promise<unknown> | undefined;

function start(lab: Lab, { in: platform, name, side }: EndPlan, told: string): ChildProcess {
  const program = fileURLToPath(new URL(`end-in-${platform}.mjs`, import.meta.url));
  const args = [program, join(folder, `ends-in-${platform}.mjs`), name, told];
  if (platform === 'page') return lab.start(side, process.execPath, [...args, launch()]); // in real time Chromium would starve itself
  const [command, before] = lab.isRealTime
    ? ['chrt', ['-r', '10', process.execPath]]
    : [process.execPath, []];
  return lab.start(side, command, [...before, ...args]);
}

/** As the gate has it: what emulates a GPU takes a core. */
function launch(): string {
  const { env, executablePath } = findChromium();
  const args = ['--disable-gpu', '--enable-unsafe-swiftshader'];
  return JSON.stringify({ executablePath, args, env });
}

async function watchWire(lab: Lab, end: End<unknown>, counting: () => void): Promise<Wire> {
  await end.said('from');
  counting();
  const began = performance.now();
  const before = await lab.count();
  await end.said('to');
  const seconds = (performance.now() - began) / 1000;
  const { left, right } = await lab.count();
  return {
    given: left.bytes - before.left.bytes + right.bytes - before.right.bytes,
    carried: left.carried - before.left.carried,
    latest: Math.max(left.latest, right.latest),
    seconds,
  };
}

function buildEnds(): Promise<unknown> {
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const programs = `${root}e2e/lab/network/programs`;
  const page: BuildOptions = {
    entryPoints: [`${programs}/ends-in-page.ts`],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['@doha/source'],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
  };
  return Promise.all([bundleForNode(folder, { 'ends-in-node': `${programs}/ends-in-node.ts` }), build(page)]);
}
