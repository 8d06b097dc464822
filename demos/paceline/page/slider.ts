/** The options of a slider. */
export interface SliderOptions {
  readonly label: string;
  /** The accessible name, which must be clear without the surroundings. Default: the label. */
  readonly name?: string;
  /** The values from left to right. */
  readonly values: readonly number[];
  readonly format: (value: number) => string;
  readonly onChange: (value: number) => void;
}

/** A labeled slider for a list of values. */
export class Slider {
  readonly element: HTMLLabelElement = document.createElement('label');
  #input: HTMLInputElement = document.createElement('input');
  #output: HTMLOutputElement = document.createElement('output');
  #options: SliderOptions;

  constructor(options: SliderOptions) {
    this.#options = options;
    this.#input.type = 'range';
    this.#input.ariaLabel = options.name ?? options.label; // otherwise the label would name the output
    this.#input.max = String(options.values.length - 1);
    this.element.append(`${options.label} `, this.#output, this.#input);
    this.#input.addEventListener('input', () => {
      this.#showValue();
      options.onChange(options.values[this.#input.valueAsNumber]!);
    });
  }

  /** Moves to the value that is nearest to `value`. */
  set(value: number): void {
    const { values } = this.#options;
    const distances = values.map((one) => Math.abs(one - value));
    this.#input.value = String(distances.indexOf(Math.min(...distances)));
    this.#showValue();
  }

  #showValue(): void {
    const text = this.#options.format(this.#options.values[this.#input.valueAsNumber]!);
    this.#output.textContent = text;
    this.#input.ariaValueText = text;
  }
}
