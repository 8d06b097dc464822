/** Returns the items of each group, in their order. `groupOf`: returns the group of an item. As `Map.groupBy`, which Node 20 does not have. */
export function grouped<Item, Group>(
  items: readonly Item[],
  groupOf: (item: Item) => Group,
): ReadonlyMap<Group, Item[]> {
  const groups = new Map<Group, Item[]>();
  for (const item of items) {
    const group = groupOf(item);
    const same = groups.get(group);
    if (same === undefined) groups.set(group, [item]);
    else same.push(item);
  }
  return groups;
}
