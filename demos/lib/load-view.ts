import type { MultiProcStatistics, WorkerStatistics } from '@doha/multiproc';

/**
 * Shows each worker: its utilization since the last call of `show`, its tasks in flight, and its
 * mean time per task.
 */
export class LoadView {
  #list: HTMLElement;
  #before: Map<number, number> = new Map(); // busy ms at the last update, by worker
  #at = performance.now();

  constructor(list: HTMLElement) {
    this.#list = list;
  }

  show({ workers }: MultiProcStatistics): void {
    const now = performance.now();
    const elapsed = now - this.#at;
    this.#at = now;
    this.#list.replaceChildren(...workers.map((worker) => this.#row(worker, elapsed)));
    this.#before = new Map(workers.map(({ busy, index }) => [index, busy]));
  }

  #row({ busy, inFlight, index, mean }: WorkerStatistics, elapsed: number): HTMLElement {
    const before = this.#before.get(index) ?? 0;
    const share = busy < before ? 0 : Math.min(1, (busy - before) / elapsed);
    const row = Object.assign(document.createElement('div'), { className: 'worker' });
    row.append(
      span(String(index + 1)),
      Object.assign(document.createElement('meter'), {
        value: share,
        title: `${Math.round(100 * share)} % busy`,
      }),
      span(`${inFlight} in flight, ${mean.toFixed(2)} ms`),
    );
    return row;
  }
}

function span(text: string): HTMLElement {
  return Object.assign(document.createElement('span'), { textContent: text });
}
