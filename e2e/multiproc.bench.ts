import { fullPoolScale, poolFigures } from './bench/pool-figures.ts';
import { runBench } from './bench/run-bench.ts';

runBench('bench-multiproc-bars', poolFigures, fullPoolScale);
