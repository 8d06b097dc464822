import { pixelsOf, watchSizes } from '../../tandem/draw/fit-canvases.ts';
import { FiguresView } from './figures-view.ts';
import {
  type Command,
  type Held,
  type Message,
  type Report,
  type RunOptions,
  type Shown,
  sinceEpoch,
} from './messages.ts';

/** The activity of a loop. `still`: the loop shows its last frame. */
export type Activity = 'waiting' | 'recording' | 'replay' | 'live' | 'still' | 'failed';

/** The report of a complete recording. */
export type Recording = Extract<Report, { type: 'recorded' }>;

export interface RunListener {
  readonly started?: () => void;
  readonly recorded?: (recording: Recording) => void;
}

export interface LoopViewOptions {
  readonly version: Shown;
  /** The number of enemies before the first game. */
  readonly enemies: number;
  /** Called when the visitor wants to see this loop live and alone. */
  readonly alone: () => void;
}

/** The part of the page that shows one loop. The loop runs in a worker. */
export class LoopView {
  #section: HTMLElement;
  #worker: Worker;
  #figures: FiguresView;
  #button: HTMLButtonElement;
  #run = 0;
  #listener: RunListener = {};
  /** Resolves when the worker has loaded. Rejects with an Error if it fails; the page then shows the reason. */
  readonly ready: Promise<void>;

  constructor({ alone, enemies, version }: LoopViewOptions) {
    this.#section = find(document, `[data-version=${version}]`);
    this.#figures = new FiguresView(find(this.#section, 'dl'));
    this.#button = find(this.#section, 'button') as HTMLButtonElement;
    this.#button.addEventListener('click', alone);
    this.#worker = new Worker(new URL('worker/run.worker.ts', import.meta.url), { type: 'module' });
    this.ready = new Promise((resolve, reject) => {
      this.#worker.addEventListener('message', ({ data }: MessageEvent<Message>) => {
        if (data.type === 'ready') resolve();
        else this.#take(data);
      });
      this.#worker.addEventListener('error', ({ message }) => {
        this.show('failed', `This loop has stopped: ${message}`);
        reject(new Error(`LoopView: the worker of a loop must run, and failed: ${message}`));
      });
    });
    this.#openCanvas(version, enemies);
  }

  /** The title of the loop, as in “The usual loop”. */
  get title(): string {
    return find(this.#section, 'h2').textContent;
  }

  /** Says what the loop does, and which time the figures cover. */
  show(activity: Activity, text: string): void {
    this.#section.dataset['activity'] = activity;
    find(this.#section, '.state').textContent = text;
  }

  /** Whether the loop runs because the visitor has chosen it. */
  set isChosen(isChosen: boolean) {
    this.#button.ariaPressed = String(isChosen);
  }

  /** Begins a game. `listener` gets its reports until another game begins. */
  start(options: Omit<RunOptions, 'run'>, listener: RunListener = {}): void {
    this.#listener = listener;
    this.#figures.show(undefined);
    this.#send({ type: 'start', run: ++this.#run, ...options });
  }

  pause(): void {
    this.#send({ type: 'pause' });
  }

  resume(): void {
    this.#send({ type: 'resume' });
  }

  /** Changes the held keys, because of an event with this time stamp. */
  hold(held: Held, timeStamp: number): void {
    this.#send({ type: 'hold', held, at: sinceEpoch(timeStamp) });
  }

  /** Shows the last recording and its figures, see `Command`. `from` is a time on the clock of the page. */
  replay(from: number, period: number, { vitals }: Recording): void {
    this.#run++; // reports of the last game may still arrive
    this.#figures.show(vitals);
    this.#send({ type: 'replay', from: sinceEpoch(from), period });
  }

  #take(report: Report): void {
    if (report.run !== this.#run) return;
    if (report.type === 'started') return this.#listener.started?.();
    this.#figures.show(report.vitals);
    if (report.type === 'recorded') this.#listener.recorded?.(report);
  }

  #openCanvas(version: Shown, enemies: number): void {
    const stage = find(this.#section, 'canvas') as HTMLCanvasElement;
    const canvas = stage.transferControlToOffscreen();
    this.#worker.postMessage({ type: 'open', version, canvas, enemies } satisfies Command, [canvas]);
    watchSizes([stage], () => this.#send({ type: 'resize', ...pixelsOf(stage) }));
  }

  #send(command: Command): void {
    this.#worker.postMessage(command);
  }
}

function find(root: ParentNode, selector: string): HTMLElement {
  return root.querySelector<HTMLElement>(selector)!;
}
