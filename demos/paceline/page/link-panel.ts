import { formatRate, formatTime } from './format.ts';
import { type LinkSettings, presets } from '../network/settings.ts';
import { Slider } from './slider.ts';

const names: Readonly<Record<keyof typeof presets, string>> = {
  village: 'Village',
  train: 'Train',
  home: 'Home',
  fiber: 'Fiber',
};

const rates: readonly number[] = [0.5, 1, 2, 4, 8, 16, 25, 50].map((mbit) => mbit * 1e6);
const roundTrips: readonly number[] = [10, 20, 30, 40, 60, 100, 200, 400];
const queues: readonly number[] = [10, 20, 40, 60, 80, 200, 400, 1000];

/** The settings of the links: presets and sliders. */
export class LinkPanel {
  #buttons: Map<LinkSettings, HTMLButtonElement> = new Map();
  #rate: Slider;
  #roundTrip: Slider;
  #queue: Slider;

  constructor(
    presetButtons: HTMLElement,
    sliders: HTMLElement,
    onChange: (change: Partial<LinkSettings>) => void,
  ) {
    for (const name of Object.keys(presets) as (keyof typeof presets)[]) {
      const button = buttonFor(names[name], presets[name]);
      button.addEventListener('click', () => onChange(presets[name]));
      this.#buttons.set(presets[name], button);
      presetButtons.append(button);
    }
    this.#rate = new Slider({
      label: 'Rate',
      name: 'Rate of the link',
      values: rates,
      format: formatRate,
      onChange: (rate) => onChange({ rate }),
    });
    this.#roundTrip = new Slider({
      label: 'Round trip',
      values: roundTrips,
      format: formatTime,
      onChange: (roundTrip) => onChange({ roundTrip }),
    });
    this.#queue = new Slider({
      label: 'Queue of the router',
      values: queues,
      format: formatTime,
      onChange: (queue) => onChange({ queue }),
    });
    sliders.append(this.#rate.element, this.#roundTrip.element, this.#queue.element);
  }

  set(link: LinkSettings): void {
    this.#rate.set(link.rate);
    this.#roundTrip.set(link.roundTrip);
    this.#queue.set(link.queue);
    for (const [preset, button] of this.#buttons) button.ariaPressed = String(isSame(preset, link));
  }
}

function isSame(one: LinkSettings, other: LinkSettings): boolean {
  return one.rate === other.rate && one.roundTrip === other.roundTrip && one.queue === other.queue;
}

function buttonFor(name: string, { rate, roundTrip }: LinkSettings): HTMLButtonElement {
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: name });
  const description = `${formatRate(rate)}, ${formatTime(roundTrip)}`;
  button.append(Object.assign(document.createElement('span'), { textContent: description }));
  return button;
}
