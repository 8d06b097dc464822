import { cssColor, threadColor } from '../../draw/color.ts';
import type { Threads } from '../../game/game.ts';

/** Shows the regions of all threads and their utilization. */
export class ThreadView {
  readonly root = document.createElement('div');
  #map = document.createElement('canvas');
  #caption = Object.assign(document.createElement('p'), {
    textContent: 'threads: regions and utilization',
  });
  #bars: HTMLElement[] = [];

  constructor() {
    this.root.className = 'threads';
    this.root.hidden = true;
  }

  show(threads: Threads | undefined): void {
    this.root.hidden = threads === undefined;
    if (threads === undefined) return;
    if (this.#bars.length !== threads.count) this.#build(threads.count);
    this.#paint(threads.regions);
    for (const [part, bar] of this.#bars.entries()) {
      const load = threads.loads[part]!;
      bar.style.setProperty('--load', String(Number.isNaN(load) ? 0 : Math.min(1, load)));
      bar.title = Number.isNaN(load) ? '' : `${Math.round(100 * load)} %`;
    }
  }

  #build(parts: number): void {
    this.#bars = Array.from({ length: parts }, (_, part) => {
      const bar = document.createElement('i');
      bar.style.setProperty('--color', cssColor(threadColor(part)));
      return bar;
    });
    this.root.replaceChildren(this.#map, ...this.#bars, this.#caption);
  }

  // Draws one pixel per piece of the map. The style sheet scales the canvas.
  #paint({ columns, owners }: Threads['regions']): void {
    const rows = owners.length / columns;
    if (this.#map.width !== columns || this.#map.height !== rows)
      Object.assign(this.#map, { width: columns, height: rows });
    const context = this.#map.getContext('2d')!;
    for (const [piece, part] of owners.entries()) {
      context.fillStyle = cssColor(threadColor(part));
      context.fillRect(piece % columns, Math.floor(piece / columns), 1, 1);
    }
  }
}
