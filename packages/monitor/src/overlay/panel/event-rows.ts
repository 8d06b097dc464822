import { kindText } from '../../query/event-title.ts';
import type { RecordedEvent } from '../../recording/recorded-event.ts';
import type { AnswerRow } from '../record/answers.ts';
import { create } from './element.ts';

/** Events of a recording to choose from: one radio button per row, which a pointer and the arrow keys choose. */
export class EventRows {
  readonly element: HTMLElement = create('div', {
    className: 'rows',
    role: 'radiogroup',
    'aria-label': 'Events',
  });
  #choose: (event: RecordedEvent) => void;

  constructor(choose: (event: RecordedEvent) => void) {
    this.#choose = choose;
  }

  clear(): void {
    this.element.replaceChildren();
  }

  /** Shows other rows. None is chosen. */
  show(rows: readonly AnswerRow[]): void {
    const empty = create('p', { className: 'empty' }, 'The recording has no such event.');
    this.element.replaceChildren(...(rows.length > 0 ? rows.map((row) => this.#row(row)) : [empty]));
  }

  /** Chooses the first row, if there is one. */
  chooseFirst(): void {
    this.element.querySelector('input')?.click();
  }

  #row({ before, event, value }: AnswerRow): HTMLElement {
    const { kind, name, thread } = event;
    const radio = create('input', { type: 'radio', name: 'event' });
    radio.addEventListener('change', () => this.#choose(event));
    return create(
      'label',
      { title: `${kind} ${name} on ${thread}` },
      radio,
      create('span', {}, create('span', { className: 'quiet' }, `${kindText(kind)} `), name),
      create('span', { className: 'quiet' }, thread),
      create('span', { className: 'number' }, value),
      create(
        'span',
        { className: 'number quiet', title: 'Time before the end of the recording' },
        `−${(before / 1000).toFixed(2)} s`,
      ),
    );
  }
}
