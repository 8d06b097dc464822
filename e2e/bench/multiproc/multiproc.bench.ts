import { runBench } from '../run-bench.ts';
import { fullPoolScale, poolFigures } from './pool-figures.ts';

runBench('bench-multiproc-bars', poolFigures, fullPoolScale);
