import { smokeScale } from '../figure-results.ts';
import { runSmoke } from '../run-smoke.ts';
import { figures } from './figures.ts';

runSmoke(figures, smokeScale);
