import type { ChunkListener } from './chunk-listener.ts';
import type { ChunkMesh } from './chunk-mesh.ts';
import { isFarOff, priorityOf, type View, type VisibleChunk, visibleChunks } from './view.ts';

/** Builds visible chunks in workers, without DOHA. Each worker builds one chunk at a time. */
export class PlainLoader {
  done = 0;
  dropped = 0;
  #listener: ChunkListener;
  #idle: Worker[];
  #queue: VisibleChunk[] = []; // the chunk with the highest priority is the last one
  #building: Set<string> = new Set();
  #built: Map<string, VisibleChunk> = new Map();

  constructor(workers: number, listener: ChunkListener) {
    this.#listener = listener;
    this.#idle = Array.from({ length: workers }, startWorker);
  }

  /** The number of chunks without a mesh. */
  get waiting(): number {
    return this.#queue.length + this.#building.size;
  }

  /** Queues the chunks that are visible now, by their priority, and removes distant chunks. */
  update(view: View): void {
    this.dropped += this.#queue.filter(
      ({ column, row }) => priorityOf(column, row, view) === undefined,
    ).length;
    this.#queue = [...visibleChunks(view)]
      .filter(({ name }) => !this.#built.has(name) && !this.#building.has(name))
      .toSorted((one, other) => one.priority - other.priority);
    for (const [name, { column, row }] of this.#built) {
      if (isFarOff(column, row, view)) this.#remove(name);
    }
    this.#startChunks();
  }

  #startChunks(): void {
    while (this.#idle.length > 0 && this.#queue.length > 0)
      this.#build(this.#queue.pop()!, this.#idle.pop()!);
  }

  #build(chunk: VisibleChunk, worker: Worker): void {
    const { column, name, row } = chunk;
    this.#building.add(name);
    worker.onmessage = ({ data }: MessageEvent<ChunkMesh>) => {
      this.#end(name, worker);
      this.done++;
      this.#built.set(name, chunk);
      this.#listener.add(name, column, row, data);
    };
    worker.onerror = () => {
      worker.terminate();
      this.#end(name, startWorker()); // the next update queues the chunk again
    };
    worker.postMessage([column, row]);
  }

  #end(name: string, worker: Worker): void {
    this.#building.delete(name);
    this.#idle.push(worker);
    this.#startChunks();
  }

  #remove(name: string): void {
    this.#built.delete(name);
    this.#listener.remove(name);
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./plain.worker.ts', import.meta.url), { type: 'module' });
}
