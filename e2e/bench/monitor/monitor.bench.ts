import { fullScale } from '../figure-results.ts';
import { runBench } from '../run-bench.ts';
import { figures } from './figures.ts';

runBench('bench-monitor-bars', figures, { ...fullScale, seconds: 4, repetitions: 4 });
