import type { MultiProcStatistics, WorkerStatistics } from '@doha/multiproc';

/** Time in ms for which the replacement of a worker is marked as new. */
const newTime = 3000;

/** Shows each worker: its utilization since the last call of `show`, the tasks that it has, and its mean time per task. Replaced workers are marked. */
export class LoadView {
  #list: HTMLElement;
  #before: Map<number, number> = new Map(); // busy ms at the last update, by worker
  #startedAt: Map<number, number> = new Map(); // time at which a replacement was noticed, by worker
  #at = performance.now();

  constructor(list: HTMLElement) {
    this.#list = list;
    list.role = 'group';
  }

  /** Forgets the workers. Call it before the workers of another pool are shown. */
  reset(): void {
    this.#before.clear();
    this.#startedAt.clear();
    this.#at = performance.now();
  }

  show({ workers }: MultiProcStatistics): void {
    const now = performance.now();
    const elapsed = now - this.#at;
    this.#at = now;
    const rows = workers.map((worker) => this.#row(worker, elapsed));
    this.#list.replaceChildren(...(rows.length > 0 ? [heading(), ...rows] : []));
    for (const { busy, index } of workers) this.#before.set(index, busy);
  }

  #row({ busy, inFlight, index, mean }: WorkerStatistics, elapsed: number): HTMLElement {
    const before = this.#before.get(index) ?? 0;
    if (busy < before) this.#startedAt.set(index, this.#at); // a replacement counts from 0
    const isNew = this.#at - (this.#startedAt.get(index) ?? -Infinity) < newTime;
    const share = Math.max(0, Math.min(1, (busy - before) / elapsed));
    const percentage = `${Math.round(100 * share)} %`;
    const bar = Object.assign(document.createElement('meter'), {
      value: share,
      ariaLabel: `Worker ${index + 1}: ${percentage} busy`,
    });
    const row = rowOf('worker', String(index + 1), bar, percentage, `${inFlight}`, `${mean.toFixed(2)} ms`);
    row.classList.toggle('new', isNew);
    if (isNew) row.firstElementChild!.textContent = `${index + 1} new`;
    return row;
  }
}

function heading(): HTMLElement {
  return rowOf('worker-heading', 'worker', 'busy', '', 'tasks', 'per task');
}

function rowOf(className: string, ...cells: readonly (string | HTMLElement)[]): HTMLElement {
  const row = Object.assign(document.createElement('div'), { className });
  row.append(
    ...cells.map((cell) =>
      typeof cell === 'string' ? Object.assign(document.createElement('span'), { textContent: cell }) : cell,
    ),
  );
  return row;
}
