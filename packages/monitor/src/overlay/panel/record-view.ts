import type { RecordedEvent } from '../../recording/recorded-event.ts';
import type { Recording } from '../../recording/recording.ts';
import { messageOf } from '../message-of.ts';
import type { ExplanationLine } from '../record/answers.ts';
import { type FileFormat, fileFormats, fileName } from '../record/file-formats.ts';
import type { LatestRecording } from '../record/latest-recording.ts';
import { type QuestionName, questionTexts } from '../record/question-names.ts';
import { summaryOf } from '../record/summary.ts';
import { download } from './download.ts';
import { button, create, select } from './element.ts';
import { EventRows } from './event-rows.ts';
import type { View } from './view.ts';

/** Takes a recording, answers questions about it, and saves it. The code of queries and files is loaded when it is used for the first time. */
export class RecordView implements View {
  readonly draws = false;
  readonly interval = 250;
  readonly head: HTMLElement;
  readonly element: HTMLElement;
  #latest: LatestRecording;
  #title: string;
  #question: QuestionName = 'longest';
  #choice: HTMLSelectElement;
  #summary: HTMLElement = create('span', { role: 'status' });
  #error: HTMLElement = create('p', { className: 'error', role: 'alert', hidden: true });
  #rows: EventRows = new EventRows((event) => this.#explain(event));
  #lines: HTMLElement = create('ul', { className: 'lines', 'aria-label': 'Causes', 'aria-live': 'polite' });
  #changes = -1; // those of the latest recording that are shown
  #recording: Recording | undefined; // the one that is shown
  #work = 0; // counts the answers and explanations: only the newest one is shown

  /** `title`: that of the overlay, for the names of files. */
  constructor(latest: LatestRecording, title: string, redraw: () => void) {
    this.#latest = latest;
    this.#title = title;
    const take = button('Take recording', () => {
      latest.take().then(redraw, redraw); // an error is shown by `draw`
      redraw();
    });
    this.#choice = select('Question', Object.entries(questionTexts), this.#question, (chosen) => {
      this.#question = chosen as QuestionName;
      this.#answer();
    });
    const saves = Object.entries(fileFormats).map(([format, text]) =>
      button(text, () => this.#save(format as FileFormat)),
    );
    this.head = create('div', { className: 'controls' }, take, this.#summary, this.#error);
    const shown = create('label', {}, 'Show', this.#choice);
    const columns = create('span', { className: 'quiet', style: 'margin-left: auto' }, 'before the end');
    this.element = create(
      'div',
      { hidden: true },
      create('div', { className: 'controls saves' }, ...saves),
      create('div', { className: 'controls' }, shown, columns),
      this.#rows.element,
      this.#lines,
    );
  }

  draw(): void {
    const { changes, crossing, error, recording } = this.#latest;
    if (this.#changes === changes) return;
    this.#changes = changes;
    this.#summary.textContent = summaryText(this.#latest);
    this.#showError(error === undefined ? undefined : `There is no new recording: ${error}`);
    if (this.#recording === recording) return;
    this.#recording = recording;
    this.element.hidden = false;
    this.#ask(crossing !== undefined);
  }

  /** Asks for the events at the trigger, if it has taken the recording, and otherwise the question of the user again. */
  #ask(isOfTrigger: boolean): void {
    const option = this.#choice.options[0]!; // that of the question `trigger`
    option.hidden = option.disabled = !isOfTrigger;
    if (isOfTrigger) this.#question = 'trigger';
    else if (this.#question === 'trigger') this.#question = 'longest';
    this.#choice.value = this.#question;
    this.#answer();
  }

  #answer(): void {
    this.#lines.replaceChildren();
    this.#rows.clear();
    const [question, recording, { crossing }] = [this.#question, this.#recording!, this.#latest];
    void this.#finish(import('../record/answers.ts'), ({ rowsOf }) => {
      this.#rows.show(rowsOf(question, recording, crossing));
      if (question === 'trigger') this.#rows.chooseFirst();
    });
  }

  #explain(event: RecordedEvent): void {
    const recording = this.#recording!;
    void this.#finish(import('../record/answers.ts'), ({ explanationOf }) =>
      this.#showLines(explanationOf(recording, event).map(lineOf)),
    );
  }

  /** Shows an explanation, and scrolls to it if it is below the visible part of the view. */
  #showLines(lines: readonly HTMLElement[]): void {
    this.#lines.replaceChildren(...lines);
    const view = this.#lines.closest('.body');
    if (view === null) return;
    const [own, shown] = [this.#lines.getBoundingClientRect(), view.getBoundingClientRect()];
    view.scrollTop += Math.max(0, Math.min(own.bottom - shown.bottom, own.top - shown.top));
  }

  #save(format: FileFormat): void {
    const recording = this.#recording!;
    const name = fileName(this.#title, format);
    void this.#guard(import('../record/saved-file.ts'), ({ savedFile }) =>
      download(name, savedFile(format, recording)),
    );
  }

  /** Calls `show` with a module, unless the user has asked for something else in the meantime. */
  #finish<Module>(loading: Promise<Module>, show: (module: Module) => void): Promise<void> {
    const work = ++this.#work;
    return this.#guard(loading, (module) => {
      if (work === this.#work) show(module);
    });
  }

  /** Calls `use` with a module. Shows the error if the module cannot be loaded, or `use` throws. */
  async #guard<Module>(loading: Promise<Module>, use: (module: Module) => void): Promise<void> {
    this.#showError(undefined);
    try {
      use(await loading);
    } catch (error) {
      this.#showError(messageOf(error));
    }
  }

  #showError(text: string | undefined): void {
    this.#error.hidden = text === undefined;
    this.#error.textContent = text ?? '';
  }
}

function summaryText({ crossing, isTaking, recording }: LatestRecording): string {
  if (isTaking) return 'Collecting the events …';
  if (recording === undefined) return 'A recording has the newest events, to find the cause of a bad moment.';
  return `${crossing === undefined ? '' : 'Taken by the trigger: '}${summaryOf(recording)}`;
}

function lineOf({ level, text }: ExplanationLine): HTMLElement {
  return create(
    'li',
    { className: `level${Math.min(level, 2)}`, style: `--level: ${level}`, title: text },
    text,
  );
}
