import { imageFilter } from './image-filter.ts';
import { longList } from './long-list.ts';
import type { Scenario } from './scenario.ts';
import { threeMeshes } from './three-meshes.ts';

const scenarios: Readonly<Record<string, Scenario>> = {
  'image-filter': imageFilter,
  'long-list': longList,
  'three-meshes': threeMeshes,
};

/** The scenario of an example, by its folder. An example that needs a server has none. */
export function scenarioOf(folder: string): Scenario | undefined {
  return scenarios[folder];
}
