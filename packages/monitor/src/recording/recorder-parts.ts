import type { Clock } from '@doha/loop';
import type { Names } from './names.ts';
import type { RecordRing } from './record-ring.ts';

/** The parts of a recorder. */
export interface RecorderParts {
  readonly capacity: number;
  readonly clock: Clock;
  readonly names: Names;
  readonly origin: number | undefined;
  readonly ring: RecordRing;
}
