/** What the thread that started a worker has it listen to. */
export interface PoolToListener {
  /** Call a function with what is published, until `unlisten` of the same number. */
  listen(number: number, topic: string, name: string): void;
  unlisten(number: number): void;
}
