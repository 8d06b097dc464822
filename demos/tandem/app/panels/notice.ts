/** A message for the player, on top of everything else. It stays until another one replaces it or the player clicks it. */
export class Notice {
  #root: HTMLElement;

  constructor(root: HTMLElement) {
    this.#root = root;
    root.addEventListener('click', () => this.show(''));
  }

  /** The message; empty if none is shown. */
  get text(): string {
    return this.#root.textContent;
  }

  /** Shows a message, or none if `text` is empty. */
  show(text: string): void {
    this.#root.textContent = text;
    this.#root.hidden = text === '';
  }

  /** Shows a message for `duration` ms, unless another one replaces it. */
  showFor(duration: number, text: string): void {
    this.show(text);
    setTimeout(() => {
      if (this.text === text) this.show('');
    }, duration);
  }
}
