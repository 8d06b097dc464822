// Memory that the pool shares with one worker, in blocks for 1,024 job ids each:
//
//   byte 0..3     i32, id of the job that the worker is running; -1 if there is none. Used in the first block only
//   byte 4..1027  u8 for each id: 0 the job waits, 1 the worker has begun it, 2 the pool has withdrawn it

const BLOCK_BITS = 10;
/** Job ids per block. */
const BLOCK = 2 ** BLOCK_BITS;
/** The bits of an id that give its position in the block. */
const POSITION = BLOCK - 1;
const HEAD = 4;

const WAITS = 0;
const BEGUN = 1;
const WITHDRAWN = 2;

/**
 * Decides whether a worker begins a job or the pool withdraws it. The worker claims each job before
 * it begins it. The pool claims a job to cancel it, to send it to another worker, or because its
 * worker is lost. A job belongs to the thread that claims it first, so the answer is exact even
 * while the worker is running.
 *
 * Without a block, every claim succeeds.
 */
export class JobClaims {
  #running: Int32Array = new Int32Array(1).fill(-1);
  #states: Uint8Array[] = [];

  /** Allocates one more block. */
  static allocate(): SharedArrayBuffer {
    // Where there is no SharedArrayBuffer, only simulations call this. All simulated threads are in
    // one real thread.
    const Memory =
      (globalThis as { SharedArrayBuffer?: typeof SharedArrayBuffer }).SharedArrayBuffer ?? ArrayBuffer;
    const block = new Memory(HEAD + BLOCK) as SharedArrayBuffer;
    new Int32Array(block, 0, 1)[0] = -1;
    return block;
  }

  /** Adds a block. Both threads must add the same blocks in the same order. */
  add(block: SharedArrayBuffer): void {
    if (this.#states.length === 0) this.#running = new Int32Array(block, 0, 1);
    this.#states.push(new Uint8Array(block, HEAD));
  }

  /** Number of ids that fit into the blocks. */
  get capacity(): number {
    return this.#states.length * BLOCK;
  }

  /** Id of the job that the worker is running; -1 if there is none. */
  get running(): number {
    return this.#running[0]!;
  }

  set running(id: number) {
    this.#running[0] = id;
  }

  /** Called by the pool when it reuses an id for another job. */
  reset(id: number): void {
    this.#stateOf(id)![id & POSITION] = WAITS;
  }

  /** Called by the worker before it begins a job. Returns false if the pool has withdrawn the job. */
  begin(id: number): boolean {
    return this.#claim(id, BEGUN);
  }

  /** Called by the pool to withdraw a job. Returns false if the worker has begun it. */
  withdraw(id: number): boolean {
    return this.#claim(id, WITHDRAWN);
  }

  #claim(id: number, state: number): boolean {
    const states = this.#stateOf(id);
    return states === undefined || Atomics.compareExchange(states, id & POSITION, WAITS, state) === WAITS;
  }

  #stateOf(id: number): Uint8Array | undefined {
    return this.#states[id >>> BLOCK_BITS];
  }
}
