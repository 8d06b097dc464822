import { fullPoolScale, poolFigures } from './pool-figures.ts';
import { runBench } from '../run-bench.ts';

runBench('bench-multiproc-bars', poolFigures, fullPoolScale);
