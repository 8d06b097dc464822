const counters = 0x1_0000_0000;
const parents = 0x20_0000;

/**
 * The id of the `counter`-th child of the entity with the id `parent`: the id of the parent in the
 * high bits, and the counter in the low 32 bits. Such ids are unique without coordination between
 * threads. Entities of the level are children of 0. Throws a RangeError if the parent is
 * itself a child of an entity of the level, and for counters that do not fit.
 */
export function entityId(parent: number, counter: number): number {
  if (!(Number.isSafeInteger(parent) && parent >= 0 && parent < parents)) {
    throw new RangeError(
      `entityId: the parent must be 0 or an entity of the level (below 2^21), got ${parent}`,
    );
  }
  if (!(Number.isSafeInteger(counter) && counter >= 0 && counter < (parent === 0 ? parents : counters))) {
    throw new RangeError(
      `entityId: the counter must be an integer below 2^32 (2^21 for parent 0), got ${counter} for ${parent}`,
    );
  }
  return parent * counters + counter;
}
