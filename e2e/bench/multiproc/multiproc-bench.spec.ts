import { runSmoke } from '../run-smoke.test.setup.ts';
import { poolFigures, smokePoolScale } from './pool-figures.ts';

runSmoke(poolFigures, smokePoolScale);
