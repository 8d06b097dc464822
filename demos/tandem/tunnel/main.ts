import { openPage } from './page.ts';
import { currentCrew, startWith } from '../versions/concurrent.ts';
import { start as adaptive } from '../versions/adaptive.ts';
import { start as monolithic } from '../versions/monolithic.ts';
import { start as sliced } from '../versions/sliced.ts';

await openPage({
  versions: ({ recorded, workers }) => ({
    monolithic,
    sliced,
    adaptive,
    concurrent: startWith({ workers, recorded }),
  }),
  others: async () => (await currentCrew())?.recordings(),
});
