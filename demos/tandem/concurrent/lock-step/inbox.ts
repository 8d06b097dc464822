/** Messages by tick. A message may arrive before its tick is awaited. */
export class Inbox<Message> {
  #received: Map<number, Message[]> = new Map();
  #wake: (() => void) | undefined;

  put(tick: number, message: Message): void {
    const messages = this.#received.get(tick) ?? [];
    messages.push(message);
    this.#received.set(tick, messages);
    this.#wake?.();
  }

  /**
   * Resolves with the messages of a tick when `count` of them have arrived, and removes them. Only
   * one call may wait at a time.
   */
  async take(tick: number, count: number): Promise<readonly Message[]> {
    while ((this.#received.get(tick)?.length ?? 0) < count) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    const messages = this.#received.get(tick) ?? [];
    this.#received.delete(tick);
    return messages;
  }
}
