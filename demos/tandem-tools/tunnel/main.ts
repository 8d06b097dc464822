import { openPage } from './page.ts';
import { currentCrew, startWith } from '../../tandem/versions/concurrent.ts';
import { start as adaptive } from '../../tandem/versions/adaptive.ts';
import { start as monolithic } from '../../tandem/versions/monolithic.ts';
import { start as sliced } from '../../tandem/versions/sliced.ts';

await openPage({
  versions: ({ recorded, workers }) => ({
    monolithic,
    sliced,
    adaptive,
    concurrent: startWith({ workers, recorded }),
  }),
  others: async () => (await currentCrew())?.recordings(),
});
