import type { Series } from './pages/contest.ts';
import { NodeBundle } from './node-bundle.ts';

/** The program that makes the figures of the loop's bench in Node. */
export const loopBundle = { name: 'e2e-bench', input: { main: 'e2e/bench/loop/pages/run-figure.ts' } };
const bundle = new NodeBundle(loopBundle);

/** Makes the figure of an address such as `?figure=queue&sizes=100` in a Node process of its own. */
export function figureInNode(address: string): Promise<readonly Series[]> {
  return bundle.figure(address, { flags: address.includes('figure=bytes') ? countingFlags : [] });
}

// While bytes are counted, a young generation of 512 MiB holds all that a figure allocates. Where times are taken it would
// be unfair to whoever allocates: none of his memory would ever be in a cache.
const countingFlags = ['--expose-gc', '--min-semi-space-size=512', '--max-semi-space-size=512'];
