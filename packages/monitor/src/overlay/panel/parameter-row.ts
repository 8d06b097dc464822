import type { Parameter, ParameterValue } from '../parameters/parameter.ts';
import { button, create, select } from './element.ts';

/** The controls of a parameter. */
export class ParameterRow {
  readonly element: HTMLElement = create('div', { className: 'row' });
  #parameter: Parameter;
  #fields: readonly Field[] = [];
  #kind: Parameter['kind'] | undefined;
  #error: HTMLElement = create('p', { className: 'error', role: 'alert', hidden: true });
  #undo: HTMLButtonElement;
  #reset: HTMLButtonElement;

  constructor(parameter: Parameter) {
    this.#parameter = parameter;
    this.#undo = this.#action('↶', `Undo the last change of ${parameter.name}`, () => parameter.undo());
    this.#reset = this.#action('⟲', `Reset ${parameter.name} to its first value`, () => parameter.reset());
  }

  /** Shows the present value. A field in which the user writes keeps its text. */
  refresh(): void {
    this.#parameter.read();
    if (this.#kind !== this.#parameter.kind) this.#build();
    this.#show();
  }

  #show(): void {
    const { canUndo, error, initial, value } = this.#parameter;
    for (const { element, show } of this.#fields)
      if (!element.matches(':focus') && value !== undefined) show(value);
    this.#undo.disabled = !canUndo;
    this.#reset.disabled = Object.is(initial, value);
    this.#error.hidden = error === undefined;
    if (this.#error.textContent !== (error ?? '')) this.#error.textContent = error ?? '';
  }

  #build(): void {
    const { kind, name, options } = this.#parameter;
    this.#kind = kind;
    this.#fields = fieldsOf(this.#parameter, (value, isContinued) => {
      this.#parameter.write(value, isContinued);
      for (const { show } of this.#fields)
        if (this.#parameter.value !== undefined) show(this.#parameter.value);
      this.#show();
    });
    const unit = kind === 'unknown' && options.options === undefined ? ' (no value)' : '';
    this.element.replaceChildren(
      create('span', { className: 'name' }, name + unit),
      ...this.#fields.map(({ element }) => element),
      this.#undo,
      this.#reset,
      this.#error,
    );
  }

  #action(text: string, label: string, act: () => void): HTMLButtonElement {
    return button(
      text,
      () => {
        act();
        this.#show();
      },
      { 'aria-label': label, title: label },
    );
  }
}

type Write = (value: ParameterValue, isContinued?: boolean) => void;

/** A control, and the function that shows a value in it. */
interface Field {
  readonly element: HTMLElement;
  readonly show: (value: ParameterValue) => void;
}

function fieldsOf(parameter: Parameter, write: Write): readonly Field[] {
  switch (parameter.kind) {
    case 'boolean':
      return [checkbox(parameter, write)];
    case 'choice':
      return [choice(parameter, write)];
    case 'number': {
      const { max, min } = parameter.options;
      const field = numberField(parameter, 'number', write);
      return min === undefined || max === undefined
        ? [field]
        : [numberField(parameter, 'range', write), field];
    }
    case 'unknown':
      return [];
    default:
      return parameter.kind satisfies never;
  }
}

function checkbox({ name }: Parameter, write: Write): Field {
  const element = create('input', { type: 'checkbox', 'aria-label': name });
  element.addEventListener('change', () => write(element.checked));
  return { element, show: (value) => (element.checked = value === true) };
}

function choice({ name, options }: Parameter, write: Write): Field {
  const values = options.options ?? [];
  const choices = values.map((value, i) => [String(i), String(value)] as const);
  const element = select(name, choices, '', (i) => write(values[Number(i)]!));
  return { element, show: (value) => (element.value = String(values.indexOf(value))) };
}

function numberField({ name, options }: Parameter, type: 'number' | 'range', write: Write): Field {
  const { max, min, step } = options;
  const element = create('input', { type, step: String(step ?? 'any'), 'aria-label': name });
  if (min !== undefined) element.min = String(min);
  if (max !== undefined) element.max = String(max);
  let isMoving = false;
  if (type === 'range')
    element.addEventListener('input', () => {
      write(element.valueAsNumber, isMoving);
      isMoving = true;
    });
  element.addEventListener('change', () => {
    if (type === 'number') write(element.valueAsNumber);
    isMoving = false;
  });
  return { element, show: (value) => (element.value = String(value)) };
}
