/** A run of the benchmark. */
export interface Turn<Scene, Contestant> {
  readonly scene: Scene;
  readonly contestant: Contestant;
  /** From 1. */
  readonly round: number;
}

/**
 * The order of the runs: each round has each scene with each contestant. The first contestant changes with each scene and round, and every second round has the
 * opposite order, so that no contestant always runs after the same other one.
 */
export function order<Scene, Contestant>(
  scenes: readonly Scene[],
  contestants: readonly Contestant[],
  rounds: number,
): Turn<Scene, Contestant>[] {
  return Array.from({ length: rounds }, (_, i) =>
    scenes.flatMap((scene, j) => {
      const first = contestants.length === 0 ? 0 : (i + j) % contestants.length;
      const rotated = [...contestants.slice(first), ...contestants.slice(0, first)];
      const turns = i % 2 === 0 ? rotated : rotated.toReversed();
      return turns.map((contestant) => ({ scene, contestant, round: i + 1 }));
    }),
  ).flat();
}
