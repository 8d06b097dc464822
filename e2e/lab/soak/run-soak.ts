import { setTimeout as delay } from 'node:timers/promises';
import { bundleForNode } from '../../tools/node/bundle-for-node.mjs';
import { RemoteProgram } from '../../tools/node/remote-program.ts';
import { root } from '../../tools/repository.mjs';
import type { Findings, Row } from '../../tools/results/results.ts';
import { digits, median } from '../../tools/statistics/statistics.ts';
import type { Memory } from './programs/memory-now.ts';
import type { ClientRequests } from './programs/soak-clients.ts';
import type { ServerRequests } from './programs/soak-server.ts';

/** Limits of the memory in the last fifth of the time: `times` × the memory in the first fifth, plus `more` bytes. */
const bounds: Readonly<Record<keyof Memory, { readonly times: number; readonly more: number }>> = {
  heap: { times: 1.1, more: 2e6 },
  buffers: { times: 1.1, more: 2e6 },
  rss: { times: 1.2, more: 20e6 },
};

/** The share of the time at the start in which memory is not measured, because code is compiled. */
const warmUp = 0.05;
const maxSamples = 100;

/** The results of a soak. */
export interface SoakFindings extends Findings {
  /** Errors, and memory that has grown beyond its bounds. */
  readonly faults: readonly string[];
  /** Number of messages that returned to the clients that were not killed. */
  readonly delivered: number;
  /** Number of times that one of the two processes with clients was killed and restarted. */
  readonly kills: number;
}

const modules = {
  server: `${root}e2e/lab/soak/programs/soak-server.ts`,
  clients: `${root}e2e/lab/soak/programs/soak-clients.ts`,
};

/**
 * Runs a real server and real clients on loopback for `seconds`. Half of the clients are in a
 * process that is killed and restarted about five times, less often in a soak of a few seconds.
 */
export async function runSoak(seconds: number): Promise<SoakFindings> {
  const samples = Math.min(maxSamples, 2 * seconds);
  const samplesPerKill = Math.max(2, Math.floor(samples / 5));
  const paths = await bundleForNode(`${root}node_modules/.cache/soak`, modules, { minify: true });
  const start = <R extends Requests>(path: string): RemoteProgram<R> =>
    new RemoteProgram<R>(path, { args: [], flags });
  const server = start<ServerRequests>(paths.server);
  const steady = start<ClientRequests>(paths.clients);
  let killed = start<ClientRequests>(paths.clients);
  try {
    const port = await server.ask('listening', undefined);
    await Promise.all([steady, killed].map((clients) => clients.ask('start', { port })));
    let kills = 0;
    const restart = async (): Promise<void> => {
      kills++;
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
      if (i % samplesPerKill === 1) await restart();
    }
    const report = await steady.ask('report', undefined);
    const { errors, open, sessions } = await server.ask('report', undefined);
    return {
      ...findingsOf(memory),
      delivered: report.delivered,
      kills,
      parameters: {
        seconds,
        samples,
        warmUp,
        sessions,
        open,
        failovers: report.failovers,
        delivered: report.delivered,
        kills,
      },
      faults: [...report.faults, ...errors, ...(seconds >= minSecondsForBounds ? growthOf(memory) : [])],
    };
  } finally {
    await Promise.all([server.stop(), steady.stop(), killed.stop()]);
  }
}

type Requests = Readonly<Record<string, (input: never) => unknown>>;

const flags = ['--expose-gc'];

/** Minimum duration of a soak with bounds, in s. In a shorter one, compiled code and caches still grow. */
const minSecondsForBounds = 60;

type Memories = Readonly<Record<'server' | 'clients', readonly Memory[]>>;

function findingsOf(memory: Memories): Pick<Findings, 'name' | 'rows' | 'samples'> {
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

function growthOf(memory: Memories): string[] {
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
