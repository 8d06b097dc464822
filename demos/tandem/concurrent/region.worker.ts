import { createRegion } from './region.ts';

createRegion();
