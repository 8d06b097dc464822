import { pingPong } from './ping-pong.ts';
import type { Platform, Study } from './platform.ts';
import { product } from './product.ts';
import { replication } from './replication.ts';
import { soak } from './soak.ts';
import { start } from './start.ts';
import { torn } from './torn.ts';

const studies: Readonly<Record<string, Study<unknown>>> = {
  'ping-pong': pingPong,
  product,
  replication,
  soak,
  start,
  torn,
};

/**
 * Runs the study that `?study=` names.
 *
 * @throws RangeError if there is no such study.
 */
export function runStudy(query: URLSearchParams, platform: Platform): Promise<unknown> {
  const study = studies[query.get('study') ?? ''];
  if (study === undefined)
    throw new RangeError(
      `?study= must be one of ${Object.keys(studies).join(', ')}, got ${query.get('study') ?? 'nothing'}`,
    );
  return study(query, platform);
}
