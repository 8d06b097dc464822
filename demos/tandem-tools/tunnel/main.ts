import { measuredRegionOptions, threadRecordings } from '../measure/measured-region.ts';
import { openPage } from './page.ts';
import { currentPool, concurrentVersion } from '../../tandem/versions/concurrent.ts';
import { start as adaptive } from '../../tandem/versions/adaptive.ts';
import { start as monolithic } from '../../tandem/versions/monolithic.ts';
import { start as sliced } from '../../tandem/versions/sliced.ts';

await openPage({
  versions: ({ recorded, workers }) => ({
    monolithic,
    sliced,
    adaptive,
    concurrent: concurrentVersion({ workers, ...(recorded && measuredRegionOptions(recorded)) }),
  }),
  others: async () => {
    const pool = await currentPool();
    return pool && threadRecordings(pool);
  },
});
