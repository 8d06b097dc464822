import { type Action, type Bindings, robotKeyOf } from './bindings.ts';
import type { Steering } from './steering.ts';

/** Steers by keyboard. `stop` removes the listeners. */
export class Keyboard {
  #steering: Steering;
  #bindings: Bindings;
  #down: Set<string> = new Set();
  #undo = new AbortController();

  constructor(steering: Steering, bindings: Bindings, target: EventTarget = globalThis) {
    this.#steering = steering;
    this.#bindings = bindings;
    const options = { signal: this.#undo.signal };
    target.addEventListener('keydown', (event) => this.#press(event as KeyboardEvent), options);
    target.addEventListener('keyup', (event) => this.#release(event as KeyboardEvent), options);
    // Without focus, the page gets no events of released keys.
    target.addEventListener('blur', () => this.releaseAll(), options);
  }

  /** Uses other bindings from now on, and releases all held keys. */
  bind(bindings: Bindings): void {
    if (bindings === this.#bindings) return;
    this.#bindings = bindings;
    this.releaseAll();
  }

  releaseAll(): void {
    this.#down.clear();
    this.#notify();
  }

  stop(): void {
    this.#undo.abort();
    this.releaseAll();
  }

  #press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const action = this.#actionOf(event.code);
    if (action === undefined) return;
    event.preventDefault(); // arrow keys and space would scroll the page
    if (event.repeat) return;
    this.#down.add(event.code);
    if (action === 'swap') this.#steering.swap();
    if (action === 'part') this.#steering.part();
    this.#notify();
  }

  #release(event: KeyboardEvent): void {
    if (this.#down.delete(event.code)) this.#notify();
  }

  #notify(): void {
    const held: [number, number] = [0, 0];
    let together = false;
    for (const code of this.#down) {
      const action = this.#actionOf(code);
      const robotKey = action === undefined ? undefined : robotKeyOf(action);
      if (robotKey !== undefined) held[robotKey.robot]! |= robotKey.key;
      else together ||= action === 'together';
    }
    this.#steering.hold('keyboard', ...held);
    this.#steering.together('keyboard', together);
  }

  #actionOf(code: string): Action | undefined {
    const bindings = this.#bindings;
    return (Object.keys(bindings) as Action[]).find((action) => bindings[action] === code);
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
