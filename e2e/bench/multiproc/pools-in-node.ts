import { root as here } from '../../tools/repository.mjs';
import { NodeBundle } from '../node-bundle.ts';
import type { Series } from '../pages/contest.ts';
import { programFolders } from '../program-folders.ts';

const workers = ['batched', 'comlink', 'doha', 'ping', 'poolifier', 'raw', 'workerpool'];

/** The Node program for the figures of the pool benchmark, built from the working tree `root`. */
export function poolBundle(root: string): NodeBundle {
  const { contestants, pools } = programFolders(root);
  return new NodeBundle({
    root,
    name: 'e2e-pools',
    input: {
      main: `${pools}/node-figure.ts`,
      tasks: `${contestants}/tasks.ts`,
      ...Object.fromEntries(workers.map((name) => [`${name}.worker`, `${contestants}/${name}.worker.ts`])),
    },
    external: ['piscina', 'poolifier', 'tinypool', 'workerpool'],
  });
}
const bundle = poolBundle(here);

/**
 * Measures a figure of the pools, such as `?figure=empty&sizes=1,2`, in a new Node process.
 * `prefix` is put before the command, such as `taskset -c 0`.
 */
export function poolsInNode(address: string, prefix: readonly string[] = []): Promise<readonly Series[]> {
  return bundle.figure(address, { prefix });
}
