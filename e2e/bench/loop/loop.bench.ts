import { fullScale } from '../benched.ts';
import { figures } from './figures.ts';
import { runBench } from '../run-bench.ts';

runBench('loop-bars', figures, fullScale);
