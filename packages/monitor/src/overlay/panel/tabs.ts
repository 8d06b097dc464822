import { viewNames, type ViewName } from '../overlay-options.ts';
import { button, create } from './element.ts';

/** The tabs of an overlay, after the pattern "Tabs" of the ARIA Authoring Practices: arrow keys choose a tab. */
export class Tabs {
  readonly element: HTMLElement;
  #tabs: ReadonlyMap<ViewName, HTMLButtonElement>;
  #choose: (name: ViewName) => void;

  constructor(choose: (name: ViewName) => void) {
    this.#choose = choose;
    const tab = (name: ViewName): HTMLButtonElement =>
      button(name[0]!.toUpperCase() + name.slice(1), () => choose(name), {
        role: 'tab',
        id: `tab-${name}`,
        'aria-controls': 'view',
      });
    this.#tabs = new Map(viewNames.map((name) => [name, tab(name)]));
    this.element = create(
      'div',
      { className: 'tabs', role: 'tablist', 'aria-label': 'Views' },
      ...this.#tabs.values(),
    );
    this.element.addEventListener('keydown', (event) => this.#press(event));
  }

  /** Marks the tab of a view. */
  select(chosen: ViewName): void {
    for (const [name, tab] of this.#tabs) {
      tab.setAttribute('aria-selected', String(name === chosen));
      tab.tabIndex = name === chosen ? 0 : -1;
    }
  }

  #press(event: KeyboardEvent): void {
    const current = viewNames.findIndex((name) => this.#tabs.get(name) === event.target);
    const next = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: -1 }[event.key];
    if (current < 0 || next === undefined) return;
    event.preventDefault();
    const name = viewNames.at(next % viewNames.length)!;
    this.#choose(name);
    this.#tabs.get(name)!.focus();
  }
}
