import { root as here } from '../tools/repository.mjs';
import { NodeBundle } from './node-bundle.ts';
import type { Series } from './pages/contest.ts';
import { programFolders } from './program-folders.ts';

/** The program that makes the figures of the loop's bench in Node, of a working tree of the repository. */
export function loopBundle(root: string): NodeBundle {
  const { loop } = programFolders(root);
  return new NodeBundle({ root, name: 'e2e-bench', input: { main: `${loop}/run-figure.ts` } });
}
const bundle = loopBundle(here);

/** Makes the figure of an address such as `?figure=queue&sizes=100` in a Node process of its own. */
export function figureInNode(address: string): Promise<readonly Series[]> {
  return bundle.figure(address, { flags: address.includes('figure=bytes') ? countingFlags : [] });
}

// While bytes are counted, a young generation of 512 MiB holds all that a figure allocates. Where times are taken it would
// be unfair to whoever allocates: none of his memory would ever be in a cache.
const countingFlags = ['--expose-gc', '--min-semi-space-size=512', '--max-semi-space-size=512'];
