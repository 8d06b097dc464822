import type { RemoteTask, TaskKind } from '@doha/multiproc';
import type { ChunkListener } from './chunk-listener.ts';
import type { ChunkMesh } from './chunk-mesh.ts';
import type { terrain } from './terrain.worker.ts';
import { isFarOff, priorityOf, type View, visibleChunks } from './view.ts';

interface Chunk {
  readonly column: number;
  readonly row: number;
  /** The task that builds its mesh. */
  readonly task: RemoteTask<ChunkMesh>;
}

/** Builds visible chunks in workers, and cancels chunks that are no longer visible. */
export class ChunkLoader {
  done = 0;
  dropped = 0;
  #kind: TaskKind<typeof terrain.functions.mesh>;
  #listener: ChunkListener;
  #chunks: Map<string, Chunk> = new Map();

  constructor(kind: TaskKind<typeof terrain.functions.mesh>, listener: ChunkListener) {
    this.#kind = kind;
    this.#listener = listener;
  }

  /** The number of chunks without a mesh. */
  get waiting(): number {
    return [...this.#chunks.values()].filter(({ task }) => task.status !== 'done').length;
  }

  /**
   * Submits tasks for chunks that have become visible, updates priorities, cancels tasks out of
   * view, and removes distant chunks.
   */
  update(view: View): void {
    for (const [name, { column, row, task }] of this.#chunks) {
      const priority = priorityOf(column, row, view);
      if (priority !== undefined) task.priority = priority;
      else if (task.status !== 'done') this.#drop(name, task);
      else if (isFarOff(column, row, view)) this.#remove(name);
    }
    for (const { column, name, priority, row } of visibleChunks(view)) {
      if (!this.#chunks.has(name)) void this.#load(name, column, row, priority);
    }
  }

  async #load(name: string, column: number, row: number, priority: number): Promise<void> {
    const task = this.#kind.submit([column, row], { priority });
    this.#chunks.set(name, { column, row, task });
    const outcome = await task.result;
    if (outcome.status !== 'done') {
      this.dropped++;
      return;
    }
    this.done++;
    // A worker may have finished the task before the cancellation arrived.
    if (this.#chunks.get(name)?.task !== task) return;
    this.#listener.add(name, column, row, outcome.value);
  }

  #drop(name: string, task: RemoteTask): void {
    task.cancel();
    this.#chunks.delete(name);
  }

  #remove(name: string): void {
    this.#chunks.delete(name);
    this.#listener.remove(name);
  }
}
