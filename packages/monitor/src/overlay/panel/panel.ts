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
/** Greatest width of the window of a phone in CSS pixels. There an overlay begins in the lower half, because menus and titles are in the upper one. */
const phoneWidth = 600;

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
  readonly #callbacks: PanelCallbacks;
  #position: Position | undefined;
  #view: View | undefined;
  #width = 0;
  #resized: ResizeObserver | undefined;

  /** `position`: undefined for the right upper corner of the window, or on a phone its lower half. */
  constructor(name: string, callbacks: PanelCallbacks, position: Position | undefined) {
    this.#callbacks = callbacks;
    this.#position = position;
    this.#tabs = new Tabs(callbacks.choose);
    this.#pause = button('❚❚', () => callbacks.freeze(this.#pause.ariaPressed !== 'true'), {
      'aria-label': 'Pause',
      'aria-pressed': 'false',
      title: 'Pause, and scroll through the history',
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
      close,
    );
    makeMovable(
      titleBar,
      () => this.#place(),
      (to) => this.#move(to),
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
    this.#position ??= {
      left: innerWidth - this.#panel.offsetWidth - margin - others * cascade,
      top: (innerWidth <= phoneWidth ? innerHeight / 2 : margin) + others * cascade,
    };
    this.#move(this.#position, false);
    this.#resized = new ResizeObserver(() => {
      this.#width = this.#body.clientWidth;
      this.#move(this.#position!, false);
    });
    this.#resized.observe(this.#body);
    this.#resized.observe(document.documentElement);
    this.#width = this.#body.clientWidth;
  }

  /** Removes the overlay from the page. */
  detach(): void {
    this.#resized?.disconnect();
    this.#host.remove();
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
    this.#view?.draw(this.canvas, this.#width, devicePixelRatio);
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

  /**
   * Moves the panel, and limits its height to the room below its title bar. So the panel stays where it is when a view grows. `isKept`: whether the user has chosen the
   * position. A window that is small for a time does not change it.
   */
  #move(to: Position, isKept = true): void {
    const { style } = this.#panel;
    const size = { width: this.#panel.offsetWidth, height: minRoom };
    const place = withinWindow(to, size, { width: innerWidth, height: innerHeight - margin });
    style.left = `${place.left}px`;
    style.top = `${place.top}px`;
    style.setProperty('--room', `${innerHeight - margin - place.top}px`);
    if (!isKept) return;
    this.#position = place;
    this.#callbacks.moved(place);
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
