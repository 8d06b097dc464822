import type { Input } from '../scenes/scene-kind.ts';

/** `page`: synthetic pointer events of the page; `visitor`: real pointer and key events only. */
export type InputMode = 'page' | 'visitor';

/** Gives the inputs on a canvas to the scene that is played. */
export class InputSource {
  /** Receives inputs; undefined between runs. */
  onInput: ((input: Input) => void) | undefined;
  #canvas: HTMLCanvasElement;
  #worker: Worker | undefined;
  #sentAt = new WeakMap<Event, number>();
  #count = 0;
  #listeners = new AbortController();

  /** Throws a DOMException if synthetic inputs are wanted and the browser forbids workers. */
  constructor(canvas: HTMLCanvasElement, mode: InputMode) {
    this.#canvas = canvas;
    const { signal } = this.#listeners;
    const takePointer = (event: PointerEvent): void => {
      if (event.isTrusted === (mode === 'visitor')) this.#takePointer(event);
    };
    canvas.addEventListener('pointerdown', takePointer, { signal });
    if (mode === 'page') {
      this.#worker = new Worker(new URL('input.worker.ts', import.meta.url), { type: 'module' });
      this.#worker.onmessage = ({ data }: MessageEvent<number>) =>
        this.#dispatch(data - performance.timeOrigin);
      return;
    }
    const takeKey = ({ key, repeat, timeStamp }: KeyboardEvent): void => {
      if (key.length === 1 && !repeat) this.onInput?.({ at: timeStamp });
    };
    addEventListener('keydown', takeKey, { signal });
  }

  close(): void {
    this.onInput = undefined;
    this.#worker?.terminate();
    this.#listeners.abort();
  }

  #takePointer(event: PointerEvent): void {
    const { height, left, top, width } = this.#canvas.getBoundingClientRect();
    const x = (event.clientX - left) / width;
    const y = (event.clientY - top) / height;
    this.onInput?.({ at: this.#sentAt.get(event) ?? event.timeStamp, x, y });
  }

  /** Dispatches a synthetic event that happened at the time `at`, at the next place of a curve through the canvas. */
  #dispatch(at: number): void {
    if (this.onInput === undefined) return;
    const { height, left, top, width } = this.#canvas.getBoundingClientRect();
    this.#count++;
    const event = new PointerEvent('pointerdown', {
      clientX: left + width * (0.5 + 0.35 * Math.sin(this.#count * 0.53)),
      clientY: top + height * (0.5 + 0.35 * Math.sin(this.#count * 0.37 + 1)),
    });
    this.#sentAt.set(event, at);
    this.#canvas.dispatchEvent(event);
  }
}
