import type { Series } from '../pages/contest.ts';
import { NodeBundle } from '../node-bundle.ts';

const folder = 'e2e/bench/multiproc/pages';
const workers = ['batched', 'comlink', 'doha', 'ping', 'poolifier', 'raw', 'workerpool'];

/** The program that makes the figures of the pools' bench in Node. */
export const poolBundle = {
  name: 'e2e-pools',
  input: {
    main: `${folder}/node-figure.ts`,
    tasks: `${folder}/contestants/tasks.ts`,
    ...Object.fromEntries(
      workers.map((name) => [`${name}.worker`, `${folder}/contestants/${name}.worker.ts`]),
    ),
  },
  external: ['piscina', 'poolifier', 'tinypool', 'workerpool'],
};
const bundle = new NodeBundle(poolBundle);

/** Makes a figure of the pools, such as `?figure=empty-burst&sizes=1,2`, in a Node process of its own; `prefix` comes before the command. */
export function poolsInNode(address: string, prefix: readonly string[] = []): Promise<readonly Series[]> {
  return bundle.figure(address, { prefix });
}
