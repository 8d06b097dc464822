/** Items with different names, in the order in which they were added. */
export class NamedSet<Item extends { readonly name: string }> {
  /** Counts the additions and removals. */
  changes = 0;
  #items: Map<string, Item> = new Map();

  get all(): readonly Item[] {
    return [...this.#items.values()];
  }

  /** Adds an item. Replaces one of the same name. Returns a function that removes the added item. */
  add(item: Item): () => void {
    this.#items.set(item.name, item);
    this.changes++;
    return () => {
      if (this.#items.get(item.name) !== item) return;
      this.#items.delete(item.name);
      this.changes++;
    };
  }
}
