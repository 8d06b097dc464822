import { type FollowedState, isInWorker } from './followed-tasks.ts';

/** The groups of states that the strip shows, with their CSS colors. */
const groups = [
  ['done', 'first', (state: FollowedState) => state === 'done'],
  ['in a worker', 'light', isInWorker],
  ['lost with a killed worker', 'lost', (state: FollowedState) => state === 'lost'],
  ['lost, and done again', 'second', (state: FollowedState) => state === 'done again'],
  ['waiting', 'line', (state: FollowedState) => state === 'waiting'],
] as const;

/** Size of a task in CSS pixels, from the largest that lets all tasks fit. */
const sizes = [12, 10, 8, 6, 5, 4, 3, 2] as const;
const maxHeight = 72;

/** A chart of all tasks of a run, one square each, with a legend that counts them. */
export class TaskStrip {
  #canvas: HTMLCanvasElement = document.createElement('canvas');
  #counts: readonly HTMLElement[];
  #colors: readonly string[];
  #states: readonly FollowedState[] = [];

  /** Fills the element `root`. */
  constructor(root: HTMLElement) {
    root.classList.add('task-strip');
    this.#canvas.ariaHidden = 'true'; // the legend has the same facts
    const legend = document.createElement('ul');
    this.#counts = groups.map(([name, color]) => {
      const item = legend.appendChild(document.createElement('li'));
      const key = item.appendChild(document.createElement('i'));
      key.style.background = `var(--${color})`;
      item.append(` ${name} `);
      return item.appendChild(document.createElement('b'));
    });
    root.replaceChildren(this.#canvas, legend);
    const style = getComputedStyle(root);
    this.#colors = groups.map(([, color]) => style.getPropertyValue(`--${color}`));
    new ResizeObserver(() => this.#draw()).observe(root);
  }

  show(states: readonly FollowedState[]): void {
    for (const [i, [, , belongs]] of groups.entries())
      this.#counts[i]!.textContent = String(states.filter(belongs).length);
    this.#states = [...states];
    this.#draw();
  }

  #draw(): void {
    const states = this.#states;
    const { clientWidth: width } = this.#canvas;
    const fits = (size: number): boolean =>
      Math.floor(width / size) * Math.floor(maxHeight / size) >= states.length;
    const size = sizes.find(fits) ?? sizes.at(-1)!;
    const columns = Math.max(1, Math.floor(width / size));
    const height = Math.ceil(states.length / columns) * size;
    const scale = devicePixelRatio;
    this.#canvas.width = Math.round(width * scale);
    this.#canvas.height = Math.round(height * scale);
    this.#canvas.style.height = `${height}px`;
    const context = this.#canvas.getContext('2d')!;
    context.scale(scale, scale);
    for (const [number, state] of states.entries()) {
      context.fillStyle = this.#colors[groups.findIndex(([, , belongs]) => belongs(state))]!;
      const gap = size > 4 ? 1 : 0;
      context.fillRect(
        (number % columns) * size,
        Math.floor(number / columns) * size,
        size - gap,
        size - gap,
      );
    }
  }
}
