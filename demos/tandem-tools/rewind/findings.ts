import { element } from '../../lib/element.ts';
import { messageOf } from '../../lib/message-of.ts';
import { weightRanges } from '../../tandem/app/game-monitor.ts';
import { defaultWeights, type ImportanceWeights } from '../../tandem/game/game.ts';
import { badMoments } from './bad-moments.ts';
import { type Outcome, outcomeUnder } from './outcome-under.ts';
import { timeText } from './time-text.ts';
import type { RecordedPlay } from './session-file.ts';

/** Maximum number of bad moments in the list. */
const listed = 10;
/** Time in ms before a bad moment at which the replay of it begins. */
const lead = 500;

const rows: readonly (readonly [label: string, text: (outcome: Outcome) => string])[] = [
  ['age of near enemies', ({ ageNear }) => `${ageNear.toFixed(0)} ms`],
  ['age of other enemies', ({ ageFar }) => `${ageFar.toFixed(0)} ms`],
  ['updates without room', ({ cancelled }) => `${(100 * cancelled).toFixed(1)} %`],
];

/** Callbacks of {@link Findings}. */
export interface FindingsUses {
  /** Shows the session at a time, in ms since its beginning. */
  readonly seek: (time: number) => void;
  /** Shows a message. */
  readonly notify: (text: string) => void;
}

/** The list of bad moments of a session, and its figures under another policy. */
export class Findings {
  #uses: FindingsUses;
  #weights: { -readonly [Name in keyof ImportanceWeights]: number } = { ...defaultWeights };
  #play: RecordedPlay | undefined;
  #form = element('weights', HTMLFormElement);
  #table = element('outcomes', HTMLTableElement);

  constructor(uses: FindingsUses) {
    this.#uses = uses;
    const run = Object.assign(document.createElement('button'), { textContent: 'Run again' });
    const fields = (Object.keys(weightRanges) as (keyof ImportanceWeights)[]).map((name) =>
      this.#field(name),
    );
    this.#form.append(...fields, run);
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      run.disabled = true;
      void this.#compare().finally(() => (run.disabled = false));
    });
  }

  /** Shows another session. */
  show(play: RecordedPlay): void {
    const { duration, recording, start } = play;
    this.#play = play;
    this.#table.hidden = true;
    const moments = badMoments(recording, listed);
    const covered = start + duration - (recording.events[0]?.start ?? start);
    const parts = [
      ...(moments.length > 0 ? [] : ['No step was more than 8 ms late.']),
      ...(covered < duration - 1000
        ? [`The recorder has kept the last ${Math.round(covered / 1000)} s.`]
        : []),
    ];
    element('about-moments', HTMLElement).textContent = parts.join(' ');
    element('moments', HTMLElement).replaceChildren(
      ...moments.map(({ causes, delay, due, event }) => {
        const time = Math.max(0, due - start);
        const button = Object.assign(document.createElement('button'), { type: 'button' });
        const title = `${timeText(time)}: ${event.name} ${delay.toFixed(1)} ms late`;
        button.append(line('strong', title), line('span', causes.join(', ')));
        button.addEventListener('click', () => this.#uses.seek(Math.max(0, time - lead)));
        const item = document.createElement('li');
        item.append(button);
        return item;
      }),
    );
  }

  #field(name: keyof ImportanceWeights): HTMLElement {
    const [label, min, max, step] = weightRanges[name];
    const input = Object.assign(document.createElement('input'), {
      type: 'number',
      required: true,
      min: String(min),
      max: String(max),
      step: String(step),
      value: String(this.#weights[name]),
    });
    input.addEventListener('input', () => {
      if (input.validity.valid) this.#weights[name] = input.valueAsNumber;
    });
    const field = document.createElement('label');
    field.append(label, input);
    return field;
  }

  async #compare(): Promise<void> {
    const play = this.#play!;
    this.#uses.notify('The session runs again, twice. Each run may take as long as the session.');
    try {
      const outcomes = [await outcomeUnder(play), await outcomeUnder(play, this.#weights)];
      if (play !== this.#play) return;
      this.#table.tHead!.replaceChildren(row('th', ['', 'as recorded', 'these weights']));
      this.#table.tBodies[0]!.replaceChildren(
        ...rows.map(([label, text]) => row('td', [label, ...outcomes.map(text)])),
      );
      this.#table.hidden = false;
      this.#table.scrollIntoView({ block: 'nearest' });
      this.#uses.notify('');
    } catch (error) {
      this.#uses.notify(messageOf(error));
    }
  }
}

function line(tag: 'strong' | 'span', text: string): HTMLElement {
  return Object.assign(document.createElement(tag), { textContent: text });
}

function row(tag: 'td' | 'th', texts: readonly string[]): HTMLElement {
  const tr = document.createElement('tr');
  tr.append(...texts.map((text) => Object.assign(document.createElement(tag), { textContent: text })));
  return tr;
}
