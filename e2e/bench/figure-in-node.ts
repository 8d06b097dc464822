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

/** Measures the figure of an address such as `?figure=queue&sizes=100` in a new Node process. */
export function figureInNode(address: string): Promise<readonly Series[]> {
  return bundle.figure(address, { flags: address.includes('figure=bytes') ? countingFlags : [] });
}

// Flags for the figure that counts bytes. All its allocations fit into a young generation of 512
// MiB, so no garbage is collected during a measurement. Figures that measure times do not use these
// flags: memory that is allocated in such a large area would never be in a CPU cache.
const countingFlags = ['--expose-gc', '--min-semi-space-size=512', '--max-semi-space-size=512'];
