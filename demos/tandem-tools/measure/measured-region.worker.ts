import { createMeasuredRegion } from './measured-region.ts';

createMeasuredRegion();
