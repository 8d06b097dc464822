import { fullScale } from '../benched.ts';
import { runBench } from '../run-bench.ts';
import { figures } from './figures.ts';

runBench('loop-bars', figures, fullScale);
