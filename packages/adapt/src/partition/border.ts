/**
 * The moves among which {@link qualityBalance} chooses: those of pieces along the borders between
 * the parts of a map, and those to parts without pieces. The map is a grid of pieces, listed row by
 * row. A move of a piece updates only the data of the piece and of the pieces beside it, so a call
 * with many moves takes little time.
 */
export class Border {
  #owners: number[]; // by piece
  #columns: number;
  #parts: number;
  #sizes: number[]; // number of pieces of each part
  #moves: readonly Set<number>[] = Array.from({ length: 5 }, () => new Set()); // by the number of neighbors that the new part owns

  /** `owners`: the part of each piece. */
  constructor(owners: readonly number[], columns: number, parts: number) {
    this.#owners = [...owners];
    this.#columns = columns;
    this.#parts = parts;
    this.#sizes = Array.from({ length: parts }, () => 0);
    for (const owner of owners) this.#sizes[owner]!++;
    for (let piece = 0; piece < owners.length; piece++) this.#addMoves(piece);
  }

  ownerOf(piece: number): number {
    return this.#owners[piece]!;
  }

  /**
   * The possible moves of any piece to another part that owns `neighbors` of the pieces beside it, 1
   * to 4. A move is a number; {@link pieceOf} and {@link partOf} decode it.
   */
  movesTo(neighbors: number): Iterable<number> {
    return this.#moves[neighbors]!;
  }

  /** The possible moves of any piece to a part without pieces. Of several such parts with the same result of `kindOf`, only the first one is considered. */
  *movesToEmpty(kindOf: (part: number) => unknown): Iterable<number> {
    const firsts = new Map<unknown, number>();
    for (const [part, size] of this.#sizes.entries())
      if (size === 0 && !firsts.has(kindOf(part))) firsts.set(kindOf(part), part);
    if (firsts.size === 0) return;
    const empty = [...firsts.values()];
    for (let piece = 0; piece < this.#owners.length; piece++)
      for (const part of empty) yield this.#moveOf(piece, part);
  }

  /** The piece that moves. */
  pieceOf(move: number): number {
    return Math.floor(move / this.#parts);
  }

  /** The part to which the piece moves. */
  partOf(move: number): number {
    return move % this.#parts;
  }

  /** Moves a piece to a part. */
  move(piece: number, part: number): void {
    const changed = [piece, ...this.#beside(piece)];
    for (const one of changed) this.#removeMoves(one);
    this.#sizes[this.#owners[piece]!]!--;
    this.#sizes[part]!++;
    this.#owners[piece] = part;
    for (const one of changed) this.#addMoves(one);
  }

  #addMoves(piece: number): void {
    for (const [part, neighbors] of this.#neighborsOf(piece))
      this.#moves[neighbors]!.add(this.#moveOf(piece, part));
  }

  #removeMoves(piece: number): void {
    for (const [part, neighbors] of this.#neighborsOf(piece))
      this.#moves[neighbors]!.delete(this.#moveOf(piece, part));
  }

  /** The number of neighbors of a piece by the part that owns them, without the piece's own part. */
  #neighborsOf(piece: number): Map<number, number> {
    const neighbors = new Map<number, number>();
    for (const other of this.#beside(piece)) {
      const part = this.#owners[other]!;
      if (part !== this.#owners[piece]) neighbors.set(part, (neighbors.get(part) ?? 0) + 1);
    }
    return neighbors;
  }

  #beside(piece: number): number[] {
    const columns = this.#columns;
    const column = piece % columns;
    const beside = [piece - columns, piece + columns];
    if (column > 0) beside.push(piece - 1);
    if (column < columns - 1) beside.push(piece + 1);
    return beside.filter((other) => other >= 0 && other < this.#owners.length);
  }

  #moveOf(piece: number, part: number): number {
    return piece * this.#parts + part;
  }
}
