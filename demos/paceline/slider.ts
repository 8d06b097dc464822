/** What can be chosen by a slider. */
export interface SliderOptions {
  readonly label: string;
  /** What it is called where nobody sees beside what it stands; default: the label. */
  readonly name?: string;
  /** What it can be, from left to right. */
  readonly values: readonly number[];
  readonly inWords: (value: number) => string;
  readonly chosen: (value: number) => void;
}

/** A labelled slider that stands at one of some values. */
export class Slider {
  readonly element: HTMLLabelElement = document.createElement('label');
  #input: HTMLInputElement = document.createElement('input');
  #shown: HTMLOutputElement = document.createElement('output');
  #options: SliderOptions;

  constructor(options: SliderOptions) {
    this.#options = options;
    this.#input.type = 'range';
    this.#input.ariaLabel = options.name ?? options.label; // else the label would be that of the output
    this.#input.max = String(options.values.length - 1);
    this.element.append(`${options.label} `, this.#shown, this.#input);
    this.#input.addEventListener('input', () => {
      this.#say();
      options.chosen(options.values[this.#input.valueAsNumber]!);
    });
  }

  /** Stands at `value`, or at what is next to it. */
  set(value: number): void {
    const { values } = this.#options;
    const off = values.map((one) => Math.abs(one - value));
    this.#input.value = String(off.indexOf(Math.min(...off)));
    this.#say();
  }

  #say(): void {
    const words = this.#options.inWords(this.#options.values[this.#input.valueAsNumber]!);
    this.#shown.textContent = words;
    this.#input.ariaValueText = words;
  }
}
