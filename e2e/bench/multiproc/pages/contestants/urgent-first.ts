/** A queue in which urgent tasks precede all others, for the pools that accept a custom queue. */
export class UrgentFirst<Task> {
  #isUrgent: (task: Task) => boolean;
  #urgent: Task[] = [];
  #others: Task[] = [];
  #head = 0; // index of the first waiting task in #others

  constructor(isUrgent: (task: Task) => boolean) {
    this.#isUrgent = isUrgent;
  }

  get size(): number {
    return this.#urgent.length + this.#others.length - this.#head;
  }

  push(task: Task): void {
    if (this.#isUrgent(task)) this.#urgent.push(task);
    else this.#others.push(task);
  }

  shift(): Task | undefined {
    if (this.#urgent.length > 0) return this.#urgent.shift();
    if (this.#head === this.#others.length) return undefined;
    const task = this.#others[this.#head++];
    // `shift` of a long array moves all later elements, so elements are removed in blocks.
    if (this.#head === this.#others.length || this.#head > 1000) {
      this.#others.splice(0, this.#head);
      this.#head = 0;
    }
    return task;
  }

  /** Inserts a task before all others. */
  unshift(task: Task): void {
    this.#urgent.unshift(task);
  }
}
