import type { ChainLink } from './links.ts';

/** A link of a chain, with the links of its event. */
export interface ChainNode {
  readonly link: ChainLink;
  readonly next: readonly ChainNode[];
}

/** Returns a chain as trees: below each link are those from whose event it follows. The roots follow from no event of the chain. */
export function chainTrees(chain: readonly ChainLink[]): readonly ChainNode[] {
  const events = new Set(chain.map(({ event }) => event));
  const nodeOf = (link: ChainLink): ChainNode => {
    return { link, next: chain.filter(({ of }) => of === link.event).map(nodeOf) };
  };
  return chain.filter(({ of }) => !events.has(of)).map(nodeOf);
}
