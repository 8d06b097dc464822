import type { OverlayModel } from '../overlay-model.ts';
import type { Trigger, TriggerSettings } from '../signals/trigger.ts';
import { numberText } from '../view/number-text.ts';
import { button, create, select } from './element.ts';

const edgeTexts = { rising: 'rises to', falling: 'falls to' } as const;
const stateTexts = { armed: 'waits until', fired: 'freezes soon:', ended: 'has fired:' } as const;
const modeTexts = { once: 'once', auto: 'again and again' } as const;

/** Controls of the trigger. A changed setting has no effect before the button Arm is pressed. */
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
  #arm: HTMLButtonElement;
  #disarm: HTMLButtonElement;
  #names = '';
  #settings: TriggerSettings; // shown by the controls, and not armed yet
  #armed: TriggerSettings; // the trigger's settings when the controls last took them

  constructor(model: OverlayModel) {
    this.#model = model;
    this.#settings = this.#armed = model.trigger.settings;
    this.#signal = select('Signal of the trigger', [['', 'no signal']], '', (signal) =>
      this.#change({ signal }),
    );
    this.#edge = select('Edge', Object.entries(edgeTexts), 'rising', (edge) =>
      this.#change({ edge: edge as TriggerSettings['edge'] }),
    );
    this.#mode = select('Mode', Object.entries(modeTexts), 'once', (mode) =>
      this.#change({ mode: mode as TriggerSettings['mode'] }),
    );
    this.#level = this.#number('Level', {}, (level) => this.#change({ level }));
    this.#delay = this.#number('Delay in ms', { min: '0', max: '60000' }, (delay) => this.#change({ delay }));
    this.#arm = button('Arm', () => {
      model.trigger.set(this.#settings);
      model.resume();
      this.refresh();
    });
    this.#disarm = button('Disarm', () => {
      model.trigger.disarm();
      this.refresh();
    });
    this.element = create(
      'div',
      { className: 'controls' },
      this.#signal,
      this.#edge,
      this.#level,
      create('label', {}, 'freeze after', this.#delay, 'ms'),
      this.#mode,
      this.#arm,
      this.#disarm,
    );
    this.#show();
  }

  /** Shows the state, the names of the signals, and the settings of the trigger if the application has changed them. */
  refresh(): void {
    const { signals, trigger } = this.#model;
    const names = signals.all.map(({ name }) => name);
    if (this.#names !== names.join('\n')) {
      this.#names = names.join('\n');
      const options = names.map((name) => create('option', { value: name }, name));
      this.#signal.replaceChildren(create('option', { value: '' }, 'no signal'), ...options);
      this.#signal.value = this.#settings.signal;
    }
    const text = stateText(trigger);
    if (this.state.textContent !== text) this.state.textContent = text;
    this.#arm.disabled = this.#settings.signal === '';
    this.#disarm.hidden = trigger.state === 'off' || trigger.state === 'ended';
    if (this.#armed === trigger.settings) return;
    this.#armed = this.#settings = trigger.settings;
    this.#show();
  }

  #change(changed: Partial<TriggerSettings>): void {
    this.#settings = { ...this.#settings, ...changed };
    this.refresh();
  }

  #show(): void {
    const { delay, edge, level, mode, signal } = this.#settings;
    this.#signal.value = signal;
    this.#edge.value = edge;
    this.#mode.value = mode;
    this.#level.value = String(level);
    this.#delay.value = String(delay);
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
      else this.#show(); // restores the last valid number
    });
    return field;
  }
}

function stateText({ settings, state }: Trigger): string {
  if (state === 'off') return 'off';
  const what = `${settings.signal} ${edgeTexts[settings.edge]} ${numberText(settings.level)}`;
  return `${stateTexts[state]} ${what}`;
}
