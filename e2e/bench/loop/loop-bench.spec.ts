import { smokeScale } from '../figure-results.ts';
import { runSmoke } from '../run-smoke.test.setup.ts';
import { figures } from './figures.ts';

runSmoke(figures, smokeScale);
