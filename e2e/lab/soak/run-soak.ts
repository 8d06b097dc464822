import { setTimeout as delay } from 'node:timers/promises';
import { bundleForNode } from '../../tools/node/bundle-for-node.mjs';
import { RemoteProgram } from '../../tools/node/remote-program.ts';
import { root } from '../../tools/repository.mjs';
import type { Findings, Row } from '../../tools/results/results.ts';
import { digits, median } from '../../tools/statistics/statistics.ts';
import type { Memory } from './programs/memory-now.ts';
import type { ClientRequests } from './programs/soak-clients.ts';
import type { ServerRequests } from './programs/soak-server.ts';

/** How much more memory the last fifth of the time may need than the first: so many times as much, and so many bytes more. */
const bounds: Readonly<Record<keyof Memory, { readonly times: number; readonly more: number }>> = {
  heap: { times: 1.1, more: 2e6 },
  buffers: { times: 1.1, more: 2e6 },
  rss: { times: 1.2, more: 20e6 },
};

/** The first part of the time, in which code is compiled, does not count. */
const warmUp = 0.05;
const mostSamples = 100;

/** What a soak has found. */
export interface Soaked extends Findings {
  /** What went wrong: errors, and memory that grew beyond the bounds. */
  readonly faults: readonly string[];
  readonly delivered: number;
}

const modules = {
  server: `${root}e2e/lab/soak/programs/soak-server.ts`,
  clients: `${root}e2e/lab/soak/programs/soak-clients.ts`,
};

/** A real server and real clients on loopback for so many seconds. Half of the clients are in a process that is killed and started again five times. */
export async function runSoak(seconds: number): Promise<Soaked> {
  const samples = Math.min(mostSamples, 2 * seconds);
  const paths = await bundleForNode(`${root}node_modules/.cache/soak`, modules, { minify: true });
  const start = <R extends Requests>(path: string): RemoteProgram<R> =>
    new RemoteProgram<R>(path, { args: [], flags });
  const server = start<ServerRequests>(paths.server);
  const steady = start<ClientRequests>(paths.clients);
  let killed = start<ClientRequests>(paths.clients);
  try {
    const port = await server.ask('listening', undefined);
    await Promise.all([steady, killed].map((clients) => clients.ask('start', { port })));
    const restart = async (): Promise<void> => {
      await killed.stop();
      killed = start<ClientRequests>(paths.clients);
      await killed.ask('start', { port });
    };
    await delay(1000 * seconds * warmUp);
    const memory = { server: [] as Memory[], clients: [] as Memory[] };
    for (let i = 0; i < samples; i++) {
      await delay((1000 * seconds * (1 - warmUp)) / samples);
      memory.server.push(await server.ask('memory', undefined));
      memory.clients.push(await steady.ask('memory', undefined));
      if (i % (samples / 5) === 1) await restart();
    }
    const report = await steady.ask('report', undefined);
    const { errors, open, sessions } = await server.ask('report', undefined);
    return {
      ...found(memory),
      delivered: report.delivered,
      parameters: {
        seconds,
        samples,
        warmUp,
        sessions,
        open,
        failovers: report.failovers,
        delivered: report.delivered,
      },
      faults: [...report.faults, ...errors, ...(seconds >= leastForBounds ? grown(memory) : [])],
    };
  } finally {
    await Promise.all([server.stop(), steady.stop(), killed.stop()]);
  }
}

type Requests = Readonly<Record<string, (input: never) => unknown>>;

const flags = ['--expose-gc'];

/** A shorter soak shows nothing of memory: what is compiled and cached grows. */
const leastForBounds = 60;

type Memories = Readonly<Record<'server' | 'clients', readonly Memory[]>>;

function found(memory: Memories): Pick<Findings, 'name' | 'rows' | 'samples'> {
  const ends = ['server', 'clients'] as const;
  const kinds = ['heap', 'buffers', 'rss'] as const;
  const rows = ends.flatMap((end) =>
    kinds.map((kind): Row => ({
      process: end,
      memory: kind,
      'first fifth, MB': digits(firstOf(memory[end], kind) / 1e6, 4),
      'last fifth, MB': digits(lastOf(memory[end], kind) / 1e6, 4),
      'bound, MB': digits(boundOf(memory[end], kind) / 1e6, 4),
    })),
  );
  const series = ends.flatMap((end) =>
    kinds.map((kind) => [`${end}: ${kind}, bytes`, memory[end].map((one) => one[kind])] as const),
  );
  return { name: 'paceline-soak', rows, samples: Object.fromEntries(series) };
}

function grown(memory: Memories): string[] {
  const faults: string[] = [];
  for (const [end, samplesOfEnd] of Object.entries(memory))
    for (const kind of Object.keys(bounds) as (keyof Memory)[])
      if (lastOf(samplesOfEnd, kind) > boundOf(samplesOfEnd, kind))
        faults.push(
          `${kind} of the ${end} grew from ${firstOf(samplesOfEnd, kind)} to ${lastOf(samplesOfEnd, kind)} bytes`,
        );
  return faults;
}

function boundOf(memory: readonly Memory[], kind: keyof Memory): number {
  return firstOf(memory, kind) * bounds[kind].times + bounds[kind].more;
}

function firstOf(memory: readonly Memory[], kind: keyof Memory): number {
  return median(memory.slice(0, memory.length / 5).map((one) => one[kind]));
}

function lastOf(memory: readonly Memory[], kind: keyof Memory): number {
  return median(memory.slice(-memory.length / 5).map((one) => one[kind]));
}
