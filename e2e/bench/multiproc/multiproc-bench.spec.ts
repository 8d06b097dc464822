import { runSmoke } from '../run-smoke.ts';
import { poolFigures, smokePoolScale } from './pool-figures.ts';

runSmoke(poolFigures, smokePoolScale);
