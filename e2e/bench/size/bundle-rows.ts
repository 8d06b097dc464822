import { bundledParts } from './bundled-parts.ts';
import type { Row } from '../../tools/results/results.ts';

/** The modules that a page and a worker load for the pool alone. */
export const bundles = {
  page: "export * from '@doha/multiproc';",
  worker: "export * from '@doha/multiproc/worker';",
} as const;

/** Files that add fewer bytes than this to each bundle are summed up by folder. */
const minBytes = 250;

/** Bytes by file or folder, the largest first, and the sums. */
export async function bundleRows(): Promise<readonly Row[]> {
  const [page, worker] = await Promise.all([bundledParts(bundles.page), bundledParts(bundles.worker)]);
  const rows = new Map<string, { page: number; worker: number }>();
  for (const file of new Set([...page.keys(), ...worker.keys()])) {
    const bytes = { page: page.get(file) ?? 0, worker: worker.get(file) ?? 0 };
    const isSmall = Math.max(bytes.page, bytes.worker) < minBytes;
    const name = isSmall ? `${file.replace(/\/[^/]*$/, '')}, other files` : file;
    const row = rows.get(name) ?? { page: 0, worker: 0 };
    rows.set(name, { page: row.page + bytes.page, worker: row.worker + bytes.worker });
  }
  const sum = { page: total(page), worker: total(worker) };
  const sorted = [...rows].toSorted(
    ([, one], [, other]) => other.page + other.worker - one.page - one.worker,
  );
  return [...sorted, ['all', sum] as const].map(([part, bytes]) => ({
    part,
    'page, bytes': Math.round(bytes.page),
    'worker, bytes': Math.round(bytes.worker),
  }));
}

function total(parts: ReadonlyMap<string, number>): number {
  return [...parts.values()].reduce((sum, bytes) => sum + bytes, 0);
}
