import type { OverlayModel } from '../overlay-model.ts';
import type { ViewName } from '../overlay-options.ts';
import { Canvas } from '../view/canvas.ts';
import { button, create } from './element.ts';
import { makeMovable, type Position, withinWindow } from './movable.ts';
import { keepOwnKeys } from './own-keys.ts';
import { style as sheetText } from './style.ts';
import { Tabs } from './tabs.ts';
import type { View } from './view.ts';

/** Attribute of the elements of all overlays. */
const mark = 'data-doha-overlay';
/** Distance in CSS pixels from the edges of the window, and between the first positions of two overlays. */
const [margin, cascade] = [8, 28];
/** Least height in CSS pixels of the part of an overlay that is in the window. The rest of a high view is reached by scrolling. */
const minRoom = 220;
/** Height of the title bar in CSS pixels. */
const titleHeight = 40;
/** Greatest width in CSS pixels of the window of a phone, or of a tablet that is held upright. */
const narrowWidth = 800;
/** Share of the height of the window that a docked overlay takes. It is fixed, because the page is laid out again when the height changes. */
const dockShare = 0.4;
/** Variable of the root element with the height of a docked overlay, so that the page can leave room for it. */
const heightVariable = '--doha-overlay-height';

/** Callbacks of a {@link Panel}. */
export interface PanelCallbacks {
  readonly choose: (view: ViewName) => void;
  readonly close: () => void;
  readonly freeze: (isFrozen: boolean) => void;
  readonly moved: (to: Position) => void;
}

/** The elements of an overlay. They are in a shadow root, so that styles of the page do not reach them. */
export class Panel {
  readonly canvas: Canvas = new Canvas(document);
  readonly #host: HTMLElement = create('div', { [mark]: '' });
  readonly #panel: HTMLElement;
  readonly #tabs: Tabs;
  readonly #body: HTMLElement;
  readonly #status: HTMLElement = create('div', { className: 'status' });
  readonly #pause: HTMLButtonElement;
  readonly #collapse: HTMLButtonElement;
  readonly #callbacks: PanelCallbacks;
  #position: Position | undefined; // undefined: not chosen by the user, and docked in a narrow window
  #isCollapsed = false;
  #view: View | undefined;
  #width = 0;
  #resized: ResizeObserver | undefined;

  /** `position`: undefined for the right upper corner of the window, or the lower edge of a narrow one. */
  constructor(name: string, callbacks: PanelCallbacks, position: Position | undefined) {
    this.#callbacks = callbacks;
    this.#position = position;
    this.#tabs = new Tabs(callbacks.choose);
    this.#pause = button('❚❚', () => callbacks.freeze(this.#pause.ariaPressed !== 'true'), {
      'aria-label': 'Pause',
      'aria-pressed': 'false',
      title: 'Pause, and scroll through the history',
    });
    this.#collapse = button('▾', () => this.#toggleCollapse(), {
      'aria-label': 'Collapse',
      'aria-expanded': 'true',
      'aria-controls': 'view',
    });
    const close = button('✕', callbacks.close, { 'aria-label': 'Hide' });
    const titleBar = create(
      'div',
      {
        className: 'title',
        tabIndex: 0,
        role: 'group',
        'aria-label': `${name}. Arrow keys move the overlay.`,
      },
      create('h2', { id: 'name' }, name),
      this.#pause,
      this.#collapse,
      close,
    );
    makeMovable(
      titleBar,
      () => this.#place(),
      (to) => this.#choosePlace(to),
    );
    this.#body = create('div', { className: 'body', id: 'view', role: 'tabpanel' });
    this.#panel = create(
      'section',
      { className: 'panel', role: 'dialog', 'aria-labelledby': 'name' },
      titleBar,
      this.#tabs.element,
      this.#body,
      this.#status,
    );
    keepOwnKeys(this.#panel);
    keepFocus(this.#panel);
    const root = this.#host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(sheetText);
    root.adoptedStyleSheets = [sheet];
    root.append(this.#panel);
  }

  /** Adds the overlay to the page. */
  attach(): void {
    const others = document.querySelectorAll(`[${mark}]`).length;
    document.body.append(this.#host);
    const fit = (): void => {
      this.#fit(others);
      if (!this.#isCollapsed) this.#width = this.#body.clientWidth;
    };
    fit();
    this.#resized = new ResizeObserver(fit);
    this.#resized.observe(this.#panel);
    this.#resized.observe(this.#body);
    this.#resized.observe(document.documentElement);
  }

  /** Removes the overlay from the page. */
  detach(): void {
    this.#resized?.disconnect();
    this.#undock();
    this.#host.remove();
  }

  /** Brings the overlay to its place in the window, whose size may have changed. `others`: number of overlays that were shown before. */
  #fit(others: number): void {
    if (this.#position !== undefined) return void this.#move(this.#position);
    if (innerWidth <= narrowWidth && others === 0) return this.#dock();
    this.#undock();
    const [left, top] = [innerWidth - this.#panel.offsetWidth - margin, margin];
    this.#move({ left: left - others * cascade, top: top + others * cascade });
  }

  #dock(): void {
    const { dataset, style } = this.#panel;
    dataset['docked'] = '';
    style.left = style.top = '';
    style.setProperty('--room', `${Math.round(innerHeight * dockShare)}px`);
    document.documentElement.style.setProperty(heightVariable, `${this.#panel.offsetHeight}px`);
  }

  #undock(): void {
    if (this.#panel.dataset['docked'] === undefined) return;
    delete this.#panel.dataset['docked'];
    document.documentElement.style.removeProperty(heightVariable);
  }

  #toggleCollapse(): void {
    this.#isCollapsed = !this.#isCollapsed;
    this.#panel.toggleAttribute('data-collapsed', this.#isCollapsed);
    this.#collapse.textContent = this.#isCollapsed ? '▴' : '▾';
    this.#collapse.ariaLabel = this.#isCollapsed ? 'Expand' : 'Collapse';
    this.#collapse.ariaExpanded = String(!this.#isCollapsed);
  }

  /** Shows another view. */
  choose(name: ViewName, view: View): void {
    this.#view = view;
    this.#panel.dataset['view'] = name;
    this.#tabs.select(name);
    this.#body.setAttribute('aria-labelledby', `tab-${name}`);
    const head = view.head === undefined ? [] : [view.head];
    this.#body.replaceChildren(...head, ...(view.draws ? [this.canvas.element] : []), view.element);
    this.#body.scrollTop = 0;
  }

  /** Draws the view. */
  draw(): void {
    if (!this.#isCollapsed) this.#view?.draw(this.canvas, this.#width, devicePixelRatio);
  }

  /** Shows whether the display is frozen. */
  showFrozen({ isFrozen }: OverlayModel): void {
    if (this.#pause.ariaPressed === String(isFrozen)) return;
    this.#pause.ariaPressed = String(isFrozen);
    this.#pause.textContent = isFrozen ? '▶' : '❚❚';
    this.#pause.ariaLabel = isFrozen ? 'Resume' : 'Pause';
  }

  showStatus(text: string): void {
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }

  #place(): Position {
    const { left, top } = this.#panel.getBoundingClientRect();
    return { left, top };
  }

  /** Moves the panel to a place that the user has chosen. */
  #choosePlace(to: Position): void {
    this.#undock();
    this.#position = this.#move(to);
    this.#callbacks.moved(this.#position);
  }

  /**
   * Moves the panel, and limits its height to the room below its title bar. So the panel stays where it is when a view grows. Returns the nearest place in the window. A
   * window that is small for a time does not change the place that the user has chosen.
   */
  #move(to: Position): Position {
    const { style } = this.#panel;
    const size = { width: this.#panel.offsetWidth, height: this.#isCollapsed ? titleHeight : minRoom };
    const place = withinWindow(to, size, { width: innerWidth, height: innerHeight - margin });
    style.left = `${place.left}px`;
    style.top = `${place.top}px`;
    style.setProperty('--room', `${innerHeight - margin - place.top}px`);
    return place;
  }
}

/**
 * Leaves the focus with the page when the user points at a button, so that the next key still goes to the page. A field that has the focus loses it, so that
 * the number in it takes effect before the button does.
 */
function keepFocus(panel: HTMLElement): void {
  panel.addEventListener('mousedown', (event) => {
    if ((event.target as Element).closest('input, select, textarea, summary') !== null) return;
    event.preventDefault();
    panel.querySelector<HTMLElement>('input:focus, select:focus')?.blur();
  });
  panel.addEventListener('pointerup', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'range') target.blur();
  });
}
