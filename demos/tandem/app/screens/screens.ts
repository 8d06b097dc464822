import type { Direction } from '../../input/gamepad-commands.ts';
import { nearestControl } from '../../input/nearest-control.ts';

/** The screens. Without one, the page shows only the game. */
export const screenNames = [
  'menu',
  'levels',
  'floods',
  'help',
  'settings',
  'keys',
  'developer',
  'paused',
  'won',
] as const;
export type ScreenName = (typeof screenNames)[number];

/** CSS pixels by which a screen with one control scrolls. */
const scrollStep = 80;

/** Shows one screen at a time, and remembers the way back. */
export class Screens {
  #shown: ScreenName | undefined;
  #history: (ScreenName | undefined)[] = [];
  #changed: (shown: ScreenName | undefined) => void;

  /** `changed` is called before a screen is shown, with undefined for the game alone. */
  constructor(changed: (shown: ScreenName | undefined) => void) {
    this.#changed = changed;
    for (const button of document.querySelectorAll<HTMLElement>('[data-open]')) {
      button.addEventListener('click', () => this.push(button.dataset['open'] as ScreenName));
    }
    for (const button of document.querySelectorAll<HTMLElement>('[data-back]')) {
      button.addEventListener('click', () => this.back());
    }
    addEventListener('keydown', (event) => this.#press(event));
  }

  get shown(): ScreenName | undefined {
    return this.#shown;
  }

  /** Shows a screen, or the game alone if `name` is undefined. From there `back` does nothing. */
  replace(name: ScreenName | undefined): void {
    this.#history = [];
    this.#display(name);
  }

  /** Shows a screen from which `back` leads to the current one. */
  push(name: ScreenName): void {
    this.#history.push(this.#shown);
    this.#display(name);
  }

  back(): void {
    if (this.#history.length > 0) this.#display(this.#history.pop());
  }

  #display(name: ScreenName | undefined): void {
    this.#shown = name;
    this.#changed(name);
    document.body.dataset['screen'] = name ?? 'game';
    for (const other of screenNames) this.#element(other)!.hidden = other !== name;
    if (name !== undefined) this.#controls()[0]?.focus({ preventScroll: true });
    else (document.activeElement as HTMLElement | null)?.blur();
  }

  /** Does what a gamepad tells a screen to do. */
  command(command: Direction | 'confirm'): void {
    if (command === 'confirm') this.#activate();
    else if (command === 'up' || command === 'down' || !this.#slide(command)) this.#move(command);
  }

  /** Clicks the main button of the screen. Returns false if there is none. */
  activateMain(): boolean {
    const main = this.#controls().find((control) => control.classList.contains('main'));
    main?.click();
    return main !== undefined;
  }

  /** Moves the focus to the next control in a direction. A screen with only one control scrolls instead. */
  #move(direction: Direction): void {
    const controls = this.#controls();
    const at = controls.indexOf(document.activeElement as HTMLElement);
    if (controls.length < 2) {
      const step = { up: -scrollStep, down: scrollStep, left: 0, right: 0 }[direction];
      this.#element(this.#shown)?.scrollBy({ top: step });
      return;
    }
    const places = controls.map((control) => control.getBoundingClientRect());
    controls[nearestControl(places, at, direction)]?.focus();
  }

  /** Changes the slider with the focus by a step. Returns false if the focus is elsewhere. */
  #slide(direction: 'left' | 'right'): boolean {
    const slider = document.activeElement;
    if (!(slider instanceof HTMLInputElement && slider.type === 'range')) return false;
    if (direction === 'left') slider.stepDown();
    else slider.stepUp();
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    return true;
  }

  /** Clicks the control with the focus, or gives the focus to the first control. */
  #activate(): void {
    const controls = this.#controls();
    const focused = controls.find((control) => control === document.activeElement);
    if (focused === undefined) controls[0]?.focus();
    else focused.click();
  }

  #press(event: KeyboardEvent): void {
    if (this.#shown === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    // In a slider and a group of radio buttons, arrow keys change the value.
    if (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') return;
    const direction = directions[event.code];
    if (direction === undefined) return;
    event.preventDefault();
    this.#move(direction);
  }

  #element(name: ScreenName | undefined): HTMLElement | null {
    return name === undefined ? null : document.querySelector<HTMLElement>(`#${name}`);
  }

  #controls(): HTMLElement[] {
    const found = document.querySelectorAll<HTMLElement>(
      `#${this.#shown} :is(button, input, a):not(:disabled, [hidden])`,
    );
    const main = [...found].find((control) => control.classList.contains('main'));
    return main === undefined ? [...found] : [main, ...[...found].filter((control) => control !== main)];
  }
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};
