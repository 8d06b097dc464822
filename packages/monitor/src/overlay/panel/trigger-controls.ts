import type { OverlayModel } from '../overlay-model.ts';
import type { TriggerSettings } from '../signals/trigger.ts';
import { button, create, select } from './element.ts';

const states = { off: 'off', armed: 'waits for the crossing', fired: 'crossed, freezes soon' } as const;

/** Controls of the trigger. */
export class TriggerControls {
  readonly element: HTMLElement;
  /** A text about the state. */
  readonly state: HTMLElement = create('span', { className: 'name' });
  #model: OverlayModel;
  #signal: HTMLSelectElement;
  #edge: HTMLSelectElement;
  #mode: HTMLSelectElement;
  #level: HTMLInputElement;
  #delay: HTMLInputElement;
  #names = '';
  #shown: TriggerSettings | undefined;

  constructor(model: OverlayModel) {
    this.#model = model;
    this.#signal = select('Signal of the trigger', [['', 'no signal']], '', (signal) =>
      this.#set({ signal }),
    );
    const edges = [
      ['rising', 'rises to'],
      ['falling', 'falls to'],
    ] as const;
    this.#edge = select('Edge', edges, 'rising', (edge) =>
      this.#set({ edge: edge as TriggerSettings['edge'] }),
    );
    const modes = [
      ['once', 'once'],
      ['auto', 'again and again'],
    ] as const;
    this.#mode = select('Mode', modes, 'once', (mode) =>
      this.#set({ mode: mode as TriggerSettings['mode'] }),
    );
    this.#level = this.#number('Level', {}, (level) => this.#set({ level }));
    this.#delay = this.#number('Delay in ms', { min: '0', max: '60000' }, (delay) => this.#set({ delay }));
    this.element = create(
      'div',
      { className: 'controls' },
      this.#signal,
      this.#edge,
      this.#level,
      create('label', {}, 'freeze after', this.#delay, 'ms'),
      this.#mode,
      button('Arm', () => this.#set({})),
    );
  }

  /** Shows the present settings and the names of the signals. */
  refresh(): void {
    const { signals, trigger } = this.#model;
    const names = signals.all.map(({ name }) => name);
    if (this.#names !== names.join('\n')) {
      this.#names = names.join('\n');
      const options = names.map((name) => create('option', { value: name }, name));
      this.#signal.replaceChildren(create('option', { value: '' }, 'no signal'), ...options);
      this.#signal.value = trigger.settings.signal;
    }
    if (this.state.textContent !== states[trigger.state]) this.state.textContent = states[trigger.state];
    if (this.#shown === trigger.settings) return;
    this.#shown = trigger.settings;
    this.#signal.value = trigger.settings.signal;
    this.#edge.value = trigger.settings.edge;
    this.#mode.value = trigger.settings.mode;
    this.#level.value = String(trigger.settings.level);
    this.#delay.value = String(trigger.settings.delay);
  }

  #set(settings: Partial<TriggerSettings>): void {
    this.#model.trigger.set(settings);
    this.#model.resume();
    this.refresh();
  }

  #number(
    label: string,
    bounds: Readonly<Record<string, string>>,
    act: (value: number) => void,
  ): HTMLInputElement {
    const field = create('input', {
      type: 'number',
      step: 'any',
      'aria-label': label,
      title: label,
      ...bounds,
    });
    field.addEventListener('change', () => {
      if (field.validity.valid && Number.isFinite(field.valueAsNumber)) act(field.valueAsNumber);
      else this.#shown = undefined; // restores the last valid number
      this.refresh();
    });
    return field;
  }
}
