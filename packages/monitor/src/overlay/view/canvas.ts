import { colors } from './colors.ts';

/** Width of the widest usual letters in CSS pixels. */
const widestLetter = 8;
const font = '11px system-ui, sans-serif';
/** Maximum number of texts whose widths are kept. */
const maxWidths = 500;

/** A canvas that is as sharp as the pixels of the screen. All coordinates are in CSS pixels. */
export class Canvas {
  readonly element: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  width = 0;
  height = 0;
  #color = ''; // the color that is set
  #widths: Map<string, number> = new Map();

  constructor(document: Document) {
    this.element = document.createElement('canvas');
    this.context = this.element.getContext('2d')!;
    this.element.setAttribute('role', 'img');
  }

  /** Clears the canvas, and changes its size and resolution if necessary. */
  begin(width: number, height: number, ratio: number): void {
    const [pixelsX, pixelsY] = [Math.round(width * ratio), Math.round(height * ratio)];
    const { context, element } = this;
    if (element.width !== pixelsX || element.height !== pixelsY) {
      element.width = pixelsX;
      element.height = pixelsY;
      element.style.height = `${height}px`;
    }
    [this.width, this.height] = [width, height];
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#color = '';
    this.rectangle(0, 0, width, height, colors.background);
    context.font = font;
    context.textBaseline = 'alphabetic';
  }

  /** Describes the drawing to assistive technology. */
  describe(text: string): void {
    if (this.element.ariaLabel !== text) this.element.ariaLabel = text;
  }

  /** Writes a text. It is made narrower if it is longer than `maxWidth`. */
  text(text: string, x: number, y: number, options: TextOptions = {}): void {
    const { align = 'left', color = colors.text, maxWidth = Infinity } = options;
    this.context.textAlign = align;
    this.#fillWith(color);
    // A width makes the browser measure the text, which takes several times as long.
    if (text.length * widestLetter <= maxWidth) this.context.fillText(text, x, y);
    else this.context.fillText(text, x, y, maxWidth);
  }

  /** Width of a text in CSS pixels. It is measured once, so the texts should be few, such as names. */
  textWidth(text: string): number {
    const known = this.#widths.get(text);
    if (known !== undefined) return known;
    if (this.#widths.size >= maxWidths) this.#widths.clear();
    this.context.font = font;
    const { width } = this.context.measureText(text);
    this.#widths.set(text, width);
    return width;
  }

  /** Returns a text, or if it is longer than `maxWidth`, its beginning with `…`. */
  cutText(text: string, maxWidth: number): string {
    if (text.length * widestLetter <= maxWidth || this.textWidth(text) <= maxWidth) return text;
    const share = Math.max(0, maxWidth - this.textWidth('…')) / this.textWidth(text);
    return `${text.slice(0, Math.floor(share * text.length))}…`;
  }

  /** Fills a rectangle. */
  rectangle(x: number, y: number, width: number, height: number, color: string): void {
    this.#fillWith(color);
    this.context.fillRect(x, y, width, height);
  }

  #fillWith(color: string): void {
    if (color !== this.#color) this.context.fillStyle = this.#color = color;
  }
}

interface TextOptions {
  readonly align?: CanvasTextAlign;
  readonly color?: string;
  readonly maxWidth?: number;
}
