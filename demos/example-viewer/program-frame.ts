/** The two versions of an example. */
export const versions = ['doha', 'plain'] as const;
export type Version = (typeof versions)[number];

/** The window of a running program. */
export type ProgramWindow = Window & typeof globalThis;

const pages: Readonly<Record<Version, string>> = { doha: './program.html', plain: './plain.html' };

/** The frame in which the program runs. */
export class ProgramFrame {
  #frame: HTMLIFrameElement;

  constructor(frame: HTMLIFrameElement) {
    this.#frame = frame;
  }

  /** Ends the program, and hides the frame. */
  clear(): void {
    this.#frame.hidden = true;
    this.#frame.src = 'about:blank';
  }

  /** Runs a version from its start. Resolves with its window when it is loaded. `query`: of its address, such as `?server=…`. */
  async load(version: Version, query = ''): Promise<ProgramWindow> {
    const loaded = new Promise((resolve) => this.#frame.addEventListener('load', resolve, { once: true }));
    this.#frame.hidden = false;
    this.#frame.src = `${pages[version]}${query}`;
    await loaded;
    return this.#frame.contentWindow as ProgramWindow;
  }
}
