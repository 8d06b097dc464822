import { fullLoopbackScale, loopbackFigures } from './loopback-figures.ts';
import { runBench } from '../run-bench.ts';

runBench('bench-paceline-bars', loopbackFigures, fullLoopbackScale);
