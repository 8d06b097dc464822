import { element } from '../../lib/element.ts';
import { badMoments, minDelay } from './bad-moments.ts';
import type { RecordedPlay } from './session-file.ts';
import { timeText } from './time-text.ts';

/** Maximum number of bad moments in the list. */
const listed = 10;
/** Time in ms before a bad moment at which the replay of it begins. */
const lead = 500;

/** The list of the bad moments of a session. */
export class MomentList {
  #seek: (time: number) => void;
  #list = element('moments', HTMLElement);

  /** `seek`: shows the session at a time, in ms since its beginning. */
  constructor(seek: (time: number) => void) {
    this.#seek = seek;
  }

  /** Shows another session. */
  show({ duration, recording, start }: RecordedPlay): void {
    const moments = badMoments(recording, listed);
    const covered = start + duration - (recording.events[0]?.start ?? start);
    const parts = [
      moments.length > 0
        ? 'The most delayed steps of the game, and what ran instead:'
        : `No step was more than ${minDelay} ms late.`,
      ...(covered < duration - 1000
        ? [`The recorder has kept the last ${Math.round(covered / 1000)} s.`]
        : []),
    ];
    element('about-moments', HTMLElement).textContent = parts.join(' ');
    this.#list.replaceChildren(
      ...moments.map(({ causes, delay, due, event }) => {
        const time = Math.max(0, due - start);
        const button = Object.assign(document.createElement('button'), { type: 'button' });
        const title = `${timeText(time)}: ${event.name} ${delay.toFixed(1)} ms late`;
        button.append(line('strong', title), line('span', causes.join(', ')));
        button.addEventListener('click', () => {
          this.mark(button);
          this.#seek(Math.max(0, time - lead));
        });
        const item = document.createElement('li');
        item.append(button);
        return item;
      }),
    );
  }

  /** Marks a row as the one that is shown; without an argument, none. */
  mark(row?: HTMLElement): void {
    for (const other of this.#list.querySelectorAll('[aria-current]')) other.removeAttribute('aria-current');
    row?.setAttribute('aria-current', 'true');
  }
}

function line(tag: 'strong' | 'span', text: string): HTMLElement {
  return Object.assign(document.createElement(tag), { textContent: text });
}
