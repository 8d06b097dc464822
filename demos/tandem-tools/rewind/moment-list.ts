import { element } from '../../lib/element.ts';
import { badMoments, minDelay } from './bad-moments.ts';
import type { RecordedPlay } from './session-file.ts';
import { msText, timeText } from './time-text.ts';

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
  show(play: RecordedPlay): void {
    const { recording, start } = play;
    const moments = badMoments(recording, listed);
    element('about-moments', HTMLElement).textContent = aboutText(play, moments.length);
    this.#list.replaceChildren(
      ...moments.map(({ causes, delay, due, event }) => {
        const time = Math.max(0, due - start);
        const button = Object.assign(document.createElement('button'), { type: 'button' });
        const title = `${timeText(time)}: ${event.name} ${msText(delay)} late`;
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

/** Sentences about the list. `count`: the number of its rows. */
export function aboutText({ duration, recording, start }: RecordedPlay, count: number): string {
  const covered = start + duration - (recording.events[0]?.start ?? start + duration);
  const isPart = recording.lost > 0 || covered < duration - 1000;
  const part = `The list covers the last ${Math.round(covered / 1000)}\u00A0s of the session: the recorder keeps no more. `;
  const found =
    count > 0
      ? 'These steps of the game were delayed most. Below each one are the events that ran instead.'
      : `No step was more than ${minDelay}\u00A0ms late.`;
  return (isPart ? part : '') + found;
}

function line(tag: 'strong' | 'span', text: string): HTMLElement {
  return Object.assign(document.createElement(tag), { textContent: text });
}
