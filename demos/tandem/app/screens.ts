/** The screens. Without one, the page shows only the game. */
export const screenNames = ['menu', 'levels', 'floods', 'help', 'settings', 'paused', 'won'] as const;
export type ScreenName = (typeof screenNames)[number];

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
    addEventListener('keydown', (event) => this.#moveFocus(event));
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
    for (const other of screenNames)
      document.querySelector<HTMLElement>(`#${other}`)!.hidden = other !== name;
    if (name !== undefined) this.#controls()[0]?.focus({ preventScroll: true });
    else (document.activeElement as HTMLElement | null)?.blur();
  }

  // Arrow keys move the focus between the controls.
  #moveFocus(event: KeyboardEvent): void {
    if (this.#shown === undefined || event.target instanceof HTMLInputElement) return;
    const step = event.code === 'ArrowDown' || event.code === 'ArrowRight' ? 1 : -1;
    if (step < 0 && event.code !== 'ArrowUp' && event.code !== 'ArrowLeft') return;
    event.preventDefault();
    const controls = this.#controls();
    const at = controls.indexOf(document.activeElement as HTMLElement);
    controls[(at + step + controls.length) % controls.length]?.focus();
  }

  #controls(): HTMLElement[] {
    const found = document.querySelectorAll<HTMLElement>(
      `#${this.#shown} :is(button, input, a):not(:disabled, [hidden])`,
    );
    const main = [...found].find((control) => control.classList.contains('main'));
    return main === undefined ? [...found] : [main, ...[...found].filter((control) => control !== main)];
  }
}
