import type { Pointer } from './pointer.ts';

/** How far an arrow key moves it. */
const step = 0.04;

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Where a ring is moved, by pointer or keys, and a dot follows it. */
export class Stage {
  #ring: SVGCircleElement;
  #dot: SVGCircleElement;
  #thread: SVGLineElement;

  constructor(picture: SVGSVGElement, pointer: Pointer) {
    this.#thread = shape(picture, 'line', 'thread');
    this.#dot = shape(picture, 'circle', 'dot');
    this.#ring = shape(picture, 'circle', 'ring');
    this.#dot.setAttribute('r', '9');
    this.#ring.setAttribute('r', '14');
    const move = ({ clientX, clientY }: PointerEvent): void => {
      const { height, left, top, width } = picture.getBoundingClientRect();
      pointer.moveTo((clientX - left) / width, (clientY - top) / height);
    };
    picture.addEventListener('pointermove', move);
    picture.addEventListener('pointerdown', move);
    picture.addEventListener('keydown', (event) => {
      const arrow = arrows[event.key];
      if (arrow === undefined) return;
      event.preventDefault();
      pointer.moveTo(pointer.x + step * arrow[0], pointer.y + step * arrow[1]);
    });
  }

  /** The ring, where it is now. */
  showRing({ x, y }: Place): void {
    place(this.#ring, 'cx', 'cy', { x, y });
    place(this.#thread, 'x1', 'y1', { x, y });
  }

  /** The dot, where it was when what came last was sent. */
  showDot(where: Place): void {
    place(this.#dot, 'cx', 'cy', where);
    place(this.#thread, 'x2', 'y2', where);
  }
}

/** From 0 to 1 each way. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

function place(on: SVGElement, horizontal: string, vertical: string, { x, y }: Place): void {
  on.setAttribute(horizontal, `${100 * x}%`);
  on.setAttribute(vertical, `${100 * y}%`);
}

function shape<Name extends 'circle' | 'line'>(
  picture: SVGSVGElement,
  name: Name,
  className: string,
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  made.setAttribute('class', className);
  return picture.appendChild(made);
}
