import { root as here } from '../tools/repository.mjs';
import { NodeBundle } from './node-bundle.ts';
import type { Series } from './pages/contest.ts';
import { programFolders } from './program-folders.ts';

/** The Node program for the figures of the loop benchmark, built from the working tree `root`. */
export function loopBundle(root: string): NodeBundle {
  const { loop } = programFolders(root);
  return new NodeBundle({ root, name: 'e2e-bench', input: { main: `${loop}/run-figure.ts` } });
}
const bundle = loopBundle(here);

/** Makes the figure of an address such as `?figure=queue&sizes=100` in a new Node process. */
export function figureInNode(address: string): Promise<readonly Series[]> {
  return bundle.figure(address, { flags: address.includes('figure=bytes') ? countingFlags : [] });
}

// While bytes are counted, a young generation of 512 MiB holds all allocations of a figure. Time measurements do not use these flags: the
// memory of a contestant that allocates would never be in a CPU cache.
const countingFlags = ['--expose-gc', '--min-semi-space-size=512', '--max-semi-space-size=512'];
