import type { Pointer } from './pointer.ts';

/** Distance by which an arrow key moves the ring, as a fraction of the stage. */
const step = 0.04;

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A ring that the user moves by pointer or keys, and a dot that follows it. */
export class PointerView {
  #ring: SVGCircleElement;
  #dot: SVGCircleElement;
  #line: SVGLineElement;

  constructor(svg: SVGSVGElement, pointer: Pointer) {
    this.#line = shape(svg, 'line', 'link-line');
    this.#dot = shape(svg, 'circle', 'dot');
    this.#ring = shape(svg, 'circle', 'ring');
    this.#dot.setAttribute('r', '9');
    this.#ring.setAttribute('r', '14');
    const move = ({ clientX, clientY }: PointerEvent): void => {
      const { height, left, top, width } = svg.getBoundingClientRect();
      pointer.moveTo((clientX - left) / width, (clientY - top) / height);
    };
    svg.addEventListener('pointermove', move);
    svg.addEventListener('pointerdown', move);
    svg.addEventListener('keydown', (event) => {
      const arrow = arrows[event.key];
      if (arrow === undefined) return;
      event.preventDefault();
      pointer.moveTo(pointer.x + step * arrow[0], pointer.y + step * arrow[1]);
    });
  }

  /** Moves the ring to the current position. */
  showRing({ x, y }: Position): void {
    place(this.#ring, 'cx', 'cy', { x, y });
    place(this.#line, 'x1', 'y1', { x, y });
  }

  /** Moves the dot to the position that the last received input contained. */
  showDot(position: Position): void {
    place(this.#dot, 'cx', 'cy', position);
    place(this.#line, 'x2', 'y2', position);
  }
}

/** A position from 0 to 1 in both directions. */
export interface Position {
  readonly x: number;
  readonly y: number;
}

function place(on: SVGElement, horizontal: string, vertical: string, { x, y }: Position): void {
  on.setAttribute(horizontal, `${100 * x}%`);
  on.setAttribute(vertical, `${100 * y}%`);
}

function shape<Name extends 'circle' | 'line'>(
  svg: SVGSVGElement,
  name: Name,
  className: string,
): SVGElementTagNameMap[Name] {
  const created = document.createElementNS('http://www.w3.org/2000/svg', name);
  created.setAttribute('class', className);
  return svg.appendChild(created);
}
