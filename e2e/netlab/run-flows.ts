import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { FlowOptions } from '../pages/netlab/flow.ts';
import type { SinkReport } from '../pages/netlab/sink.ts';
import type { SourceReport } from '../pages/netlab/source.ts';
import { addressOf, type Lab } from './lab.ts';

/** What both ends of the flows have to say. */
export interface FlowsReport {
  readonly source: SourceReport;
  readonly sink: SinkReport;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'node_modules/.cache/netlab');
const port = 9100;

// A port rests for a while when its connection has ended.
const portsOfRun = 200;
let nextPort = 20_000;

/**
 * Lets flows go through a lab, from a Node server on its left to Node clients on its right. `during` is called when clients start, with the port of
 * their first connection.
 */
export async function runFlows(
  lab: Lab,
  options: Omit<FlowOptions, 'firstPort' | 'host' | 'port'>,
  during: (firstPort: number) => void = () => {},
): Promise<FlowsReport> {
  await (built ??= buildEnds());
  const firstPort = (nextPort += portsOfRun);
  const all = JSON.stringify({ ...options, port, host: addressOf.left, firstPort });
  const start = (side: 'left' | 'right', module: string, name: string): ChildProcess =>
    lab.start(side, process.execPath, [
      fileURLToPath(new URL('end-in-node.mjs', import.meta.url)),
      join(folder, module),
      name,
      all,
    ]);
  const source = reportOf<SourceReport>(start('left', 'source.mjs', 'runSource'));
  await new Promise((resolve) => setTimeout(resolve, 500)); // it listens
  const sink = reportOf<SinkReport>(start('right', 'sink.mjs', 'runSink'));
  during(firstPort);
  return { source: await source, sink: await sink };
}

let built: Promise<unknown> | undefined;

function buildEnds(): Promise<unknown> {
  return build({
    entryPoints: ['source', 'sink'].map((name) => join(root, `e2e/pages/netlab/${name}.ts`)),
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@doha/source'],
    external: ['ws', 'koffi'],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
  });
}

async function reportOf<Report>(program: ChildProcess): Promise<Report> {
  const parts: Buffer[] = [];
  for await (const part of program.stdout!) parts.push(part as Buffer);
  if (parts.length === 0) throw new Error(`runFlows: an end left no report: ${program.spawnargs.join(' ')}`);
  return JSON.parse(Buffer.concat(parts).toString()) as Report;
}
