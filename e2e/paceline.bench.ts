import { fullLoopbackScale, loopbackFigures } from './bench/loopback/loopback-figures.ts';
import { runBench } from './bench/run-bench.ts';

runBench('bench-paceline-bars', loopbackFigures, fullLoopbackScale);
