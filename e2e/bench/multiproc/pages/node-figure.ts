import type { Series } from '../../pages/contest.ts';
import { nodeMakers, type NodeScripts } from './node-makers.ts';
import { runPoolFigure, type ThreadTime } from './run-pool-figure.ts';

/** The functions with which a figure is measured in Node. */
export interface NodePlatform extends NodeScripts {
  readonly threadTime: ThreadTime;
}

/** Measures a figure in Node. */
export function runFigure(address: string, node: NodePlatform): Promise<readonly Series[]> {
  return runPoolFigure(address, { makers: nodeMakers(node), threadTime: node.threadTime });
}
