import { element } from '../../lib/element.ts';
import { messageOf } from '../../lib/message-of.ts';
import { weightRanges } from '../../tandem/app/monitor/game-monitor.ts';
import { defaultWeights, type ImportanceWeights } from '../../tandem/game/game.ts';
import { type Outcome, outcomeUnder } from './outcome-under.ts';
import type { RecordedPlay } from './session-file.ts';

const rows: readonly (readonly [label: string, text: (outcome: Outcome) => string])[] = [
  ['age of near enemies', ({ ageNear }) => `${ageNear.toFixed(0)} ms`],
  ['age of other enemies', ({ ageFar }) => `${ageFar.toFixed(0)} ms`],
  ['outdated work dropped', ({ cancelled }) => `${(100 * cancelled).toFixed(1)} %`],
];

/** Compares the figures of a session with those under another policy. */
export class Comparison {
  #notify: (text: string) => void;
  #weights: { -readonly [Name in keyof ImportanceWeights]: number } = { ...defaultWeights };
  #play: RecordedPlay | undefined;
  #recorded: Outcome | undefined; // that of #play
  #run: AbortController | undefined;
  #form = element('weights', HTMLFormElement);
  #button = Object.assign(document.createElement('button'), { textContent: 'Run again' });
  #running = element('running', HTMLElement);
  #progress = element('run-progress', HTMLProgressElement);
  #table = element('outcomes', HTMLTableElement);

  /** `notify`: shows a message. */
  constructor(notify: (text: string) => void) {
    this.#notify = notify;
    const names = Object.keys(weightRanges) as (keyof ImportanceWeights)[];
    this.#form.append(...names.map((name) => this.#field(name)), this.#button);
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.#run === undefined) void this.#compare();
      else this.cancel();
    });
  }

  /** Takes another session. */
  show(play: RecordedPlay): void {
    this.cancel();
    this.#play = play;
    this.#recorded = undefined;
    this.#table.hidden = true;
  }

  /** Ends the comparison that is going on. */
  cancel(): void {
    this.#run?.abort();
    this.#setRun(undefined);
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
      title: `${min} to ${max}`,
    });
    input.addEventListener('input', () => {
      if (input.validity.valid) this.#weights[name] = input.valueAsNumber;
    });
    const field = document.createElement('label');
    field.append(label, input);
    return field;
  }

  #setRun(run: AbortController | undefined): void {
    this.#run = run;
    this.#button.textContent = run === undefined ? 'Run again' : 'Cancel';
    this.#form.noValidate = run !== undefined; // invalid weights must not prevent Cancel
    this.#running.hidden = run === undefined;
  }

  async #compare(): Promise<void> {
    const play = this.#play!;
    const weights = { ...this.#weights };
    const run = new AbortController();
    const { signal } = run;
    this.#setRun(run);
    this.#notify('');
    try {
      this.#begin('With the recorded weights:');
      const progressed = (done: number): void => this.#show(done, run);
      const recorded = this.#recorded ?? (await outcomeUnder(play, { signal, progressed }));
      signal.throwIfAborted();
      this.#recorded = recorded;
      this.#begin('With these weights:');
      const other = await outcomeUnder(play, { weights, signal, progressed });
      signal.throwIfAborted();
      this.#fill([recorded, other]);
    } catch (error) {
      if (!signal.aborted) this.#notify(messageOf(error));
    }
    if (this.#run === run) this.#setRun(undefined);
  }

  #begin(text: string): void {
    element('run-text', HTMLElement).textContent = text;
    this.#progress.value = 0;
    this.#running.scrollIntoView({ block: 'nearest' });
  }

  #show(done: number, run: AbortController): void {
    if (this.#run === run) this.#progress.value = done;
  }

  #fill(outcomes: readonly Outcome[]): void {
    this.#table.tHead!.replaceChildren(row('th', ['', 'as recorded', 'these weights']));
    this.#table.tBodies[0]!.replaceChildren(
      ...rows.map(([label, text]) => row('td', [label, ...outcomes.map(text)])),
    );
    this.#table.hidden = false;
    this.#table.scrollIntoView({ block: 'nearest' });
  }
}

function row(tag: 'td' | 'th', texts: readonly string[]): HTMLElement {
  const tr = document.createElement('tr');
  tr.append(...texts.map((text) => Object.assign(document.createElement(tag), { textContent: text })));
  return tr;
}
