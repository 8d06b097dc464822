import { openPage } from './page.ts';
import { start as adaptive } from '../versions/adaptive.ts';
import { start as monolithic } from '../versions/monolithic.ts';
import { start as sliced } from '../versions/sliced.ts';

await openPage({ monolithic, sliced, adaptive });
