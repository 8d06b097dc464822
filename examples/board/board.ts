/** A point of the board; both from 0 to 1. */
export type Point = readonly [x: number, y: number];

/** Something that somebody does: draws a line, or moves from a point to another one. */
export interface Stroke {
  readonly color: string;
  readonly from: Point;
  readonly to: Point;
}

const thickness = 0.004;
const pictureWidth = 0.3;

/** A canvas on which one draws, and sees what others draw. */
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

  /** Calls back when somebody moves over the board here, drawing or not. */
  watch(moved: (from: Point, to: Point, draws: boolean) => void): void {
    let before: Point | undefined;
    let draws = false;
    const canvas = this.#canvas;
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      draws = true;
    });
    canvas.addEventListener('pointerup', () => (draws = false));
    canvas.addEventListener('pointermove', ({ offsetX, offsetY }) => {
      const at: Point = [offsetX / canvas.clientWidth, offsetY / canvas.clientHeight];
      moved(before ?? at, at, draws);
      before = at;
    });
  }

  /** Shows what a text says: 'line WHO STROKE', 'cursor WHO STROKE' or 'gone WHO'. */
  show(text: string): void {
    const [what, who = '', ...rest] = text.split(' ');
    if (what === 'gone') return this.#removeCursor(who);
    const stroke = JSON.parse(rest.join(' ')) as Stroke;
    if (what === 'line') this.#drawLine(stroke);
    else this.#moveCursor(who, stroke);
  }

  async showPicture(file: Blob, [x, y]: Point): Promise<void> {
    const picture = await createImageBitmap(file);
    const width = pictureWidth * this.#canvas.width;
    const height = (width * picture.height) / picture.width;
    this.#context.drawImage(
      picture,
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

  #moveCursor(who: string, { color, to: [x, y] }: Stroke): void {
    const cursor = this.#cursors.get(who) ?? this.#addCursor(who, color);
    cursor.style.left = `${100 * x}%`;
    cursor.style.top = `${100 * y}%`;
  }

  #addCursor(who: string, color: string): HTMLElement {
    const cursor = document.createElement('span');
    cursor.className = 'cursor';
    cursor.style.background = color;
    this.#canvas.after(cursor);
    this.#cursors.set(who, cursor);
    return cursor;
  }

  #removeCursor(who: string): void {
    this.#cursors.get(who)?.remove();
    this.#cursors.delete(who);
  }
}
