/** A queue in which urgent tasks go before all others: what the pools get that take a queue of one's own. */
export class UrgentFirst<Task> {
  #isUrgent: (task: Task) => boolean;
  #urgent: Task[] = [];
  #others: Task[] = [];
  #head = 0; // of the others

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
    // `shift` of a long array moves all that is behind.
    if (this.#head === this.#others.length || this.#head > 1000) {
      this.#others.splice(0, this.#head);
      this.#head = 0;
    }
    return task;
  }

  /** Puts a task back before all others. */
  unshift(task: Task): void {
    this.#urgent.unshift(task);
  }
}
