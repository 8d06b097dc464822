import { field } from './field.ts';
import { filter } from './filter.ts';
import type { SceneKind } from './scene-kind.ts';
import { tunnel } from './tunnel.ts';

/** All scenes of the benchmark. */
export const scenes: readonly SceneKind[] = [field, tunnel, filter];
