/** A point of the board, both coordinates from 0 to 1. */
export type Point = readonly [x: number, y: number];

/** A line that a participant draws, or a movement of a cursor. */
export interface Stroke {
  readonly color: string;
  readonly from: Point;
  readonly to: Point;
}

const thickness = 0.004;
const imageWidth = 0.3;

/** Movements by keys. */
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: [-0.02, 0],
  ArrowRight: [0.02, 0],
  ArrowUp: [0, -0.02],
  ArrowDown: [0, 0.02],
};

/** A canvas that shows the drawings and cursors of all participants. */
export class Board {
  #canvas: HTMLCanvasElement;
  #context: CanvasRenderingContext2D;
  #cursors: Map<string, HTMLElement> = new Map();

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d')!;
    const { clientHeight, clientWidth } = canvas;
    canvas.width = clientWidth * devicePixelRatio;
    canvas.height = clientHeight * devicePixelRatio;
  }

  /**
   * Calls `moved` for each movement of the local pointer, with or without drawing. The arrow keys move the pointer too, and the space bar begins and ends
   * a line.
   */
  watch(moved: (from: Point, to: Point, isDrawing: boolean) => void): void {
    let last: Point | undefined;
    let isDrawing = false;
    const canvas = this.#canvas;
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      isDrawing = true;
    });
    canvas.addEventListener('pointerup', () => (isDrawing = false));
    const move = (at: Point): void => {
      moved(last ?? at, at, isDrawing);
      last = at;
    };
    canvas.addEventListener('pointermove', ({ offsetX, offsetY }) =>
      move([offsetX / canvas.clientWidth, offsetY / canvas.clientHeight]),
    );
    canvas.addEventListener('keydown', (event) => {
      const arrow = arrows[event.key];
      if (event.key === ' ') isDrawing = !isDrawing;
      else if (arrow === undefined) return;
      event.preventDefault();
      const [x, y] = last ?? [0.5, 0.5];
      if (arrow !== undefined) move([clamped(x + arrow[0]), clamped(y + arrow[1])]);
      this.#moveCursor('own', { color: 'var(--mine)', from: [x, y], to: last ?? [x, y] });
    });
  }

  /** Shows a text message: 'line PARTICIPANT STROKE', 'cursor PARTICIPANT STROKE' or 'gone PARTICIPANT'. */
  show(text: string): void {
    const [type, participant = '', ...rest] = text.split(' ');
    if (type === 'gone') return this.#removeCursor(participant);
    const stroke = JSON.parse(rest.join(' ')) as Stroke;
    if (type === 'line') this.#drawLine(stroke);
    else this.#moveCursor(participant, stroke);
  }

  async showImage(file: Blob, [x, y]: Point): Promise<void> {
    const image = await createImageBitmap(file);
    const width = imageWidth * this.#canvas.width;
    const height = (width * image.height) / image.width;
    this.#context.drawImage(
      image,
      x * this.#canvas.width - width / 2,
      y * this.#canvas.height - height / 2,
      width,
      height,
    );
  }

  #drawLine({ color, from, to }: Stroke): void {
    const { height, width } = this.#canvas;
    const context = this.#context;
    context.strokeStyle = color;
    context.lineWidth = thickness * width;
    context.lineCap = 'round';
    context.beginPath();
    context.moveTo(from[0] * width, from[1] * height);
    context.lineTo(to[0] * width, to[1] * height);
    context.stroke();
  }

  #moveCursor(participant: string, { color, to: [x, y] }: Stroke): void {
    const cursor = this.#cursors.get(participant) ?? this.#addCursor(participant, color);
    cursor.style.left = `${100 * x}%`;
    cursor.style.top = `${100 * y}%`;
  }

  #addCursor(participant: string, color: string): HTMLElement {
    const cursor = document.createElement('span');
    cursor.className = 'cursor';
    cursor.style.background = color;
    this.#canvas.after(cursor);
    this.#cursors.set(participant, cursor);
    return cursor;
  }

  #removeCursor(participant: string): void {
    this.#cursors.get(participant)?.remove();
    this.#cursors.delete(participant);
  }
}

function clamped(coordinate: number): number {
  return Math.max(0, Math.min(1, coordinate));
}
