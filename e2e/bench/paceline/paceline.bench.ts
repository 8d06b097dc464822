import { runBench } from '../run-bench.ts';
import { fullLoopbackScale, loopbackFigures } from './loopback-figures.ts';

runBench('bench-paceline-bars', loopbackFigures, fullLoopbackScale);
