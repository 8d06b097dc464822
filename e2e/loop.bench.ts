import { fullScale } from './bench/benched.ts';
import { figures } from './bench/figures.ts';
import { runBench } from './bench/run-bench.ts';

runBench('loop-bars', figures, fullScale);
