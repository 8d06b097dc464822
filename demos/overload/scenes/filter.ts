import type { Entity } from '../contestants/contestant.ts';
import { random } from '../../lib/random.ts';
import { contextOf } from './pixels.ts';
import { createEntities, type SceneKind, sceneHeight, sceneWidth, type World } from './scene-kind.ts';
import { similarity } from './similarity.ts';

const count = 4000;
/** Rows that the scene shows. */
const visible = 15;
const rowHeight = 28;
const listTop = 56;
/** The distance in rows from the visible ones at which a row is half as important. */
const halfAt = 100;
const leastImportance = 0.05;
/** Mean time between two letters in ms. */
const period = 120;
/** Letters of the text in which each row searches from its own place on; a power of two. */
const textLength = 4096;
/** The overview has a cell for each row. */
const overviewColumns = 50;
const overview = { left: 420, top: listTop, width: 200, height: 400 };

/** The words that are typed. No word is longer than the pattern of `similarity`. */
const words = ['lantern', 'tunnel', 'robot', 'harbor', 'signal', 'meadow', 'copper', 'winter'];

/** A long list that is filtered while a text is typed. Each click and each key types the next letter. */
export const filter: SceneKind = {
  id: 'filter',
  name: 'Filter',
  description: `${count.toLocaleString('en')} rows are compared with a text while it is typed. A click, a touch or a key types the next letter.`,
  period,
  life: 'answers',
  create: (canvas, effort) => new Filter(canvas, effort),
};

class Filter implements World {
  readonly always: readonly Entity[] = [{ index: -1, updatedAt: 0 }];
  readonly entities = createEntities(count);
  #context: CanvasRenderingContext2D;
  #scale: number;
  #effort: number;
  #letters = new Uint8Array(textLength);
  #titles: readonly string[];
  #typed = 0; // letters since the start
  #text = '';
  #version = 0;
  #answeredVersion = new Float64Array(count).fill(-1);
  #answer = new Float32Array(count); // similarity, 0 to 1
  #overview: { readonly context: CanvasRenderingContext2D; readonly image: ImageData };

  constructor(canvas: HTMLCanvasElement, effort: number) {
    this.#context = contextOf(canvas);
    this.#scale = Math.min(canvas.width / sceneWidth, canvas.height / sceneHeight);
    this.#effort = effort;
    const next = random(3);
    for (let i = 0; i < textLength; i++) this.#letters[i] = 97 + Math.floor(26 * next());
    this.#titles = this.entities.map(
      ({ index }) => `${index + 1}  ${words[Math.floor(8 * next())]} ${words[Math.floor(8 * next())]}`,
    );
    const cells = document.createElement('canvas');
    cells.width = overviewColumns;
    cells.height = count / overviewColumns;
    const context = contextOf(cells);
    this.#overview = { context, image: context.createImageData(cells.width, cells.height) };
  }

  importance({ index }: Entity): number {
    return index < visible ? 1 : Math.max(leastImportance, halfAt / (halfAt + index - visible + 1));
  }

  apply(): void {
    this.#version++;
    this.#typed++;
  }

  update({ index }: Entity): void {
    if (index < 0) return this.#echo();
    const from = (index * 37) % textLength;
    this.#answer[index] = similarity(this.#text, this.#letters, from, this.#effort);
    this.#answeredVersion[index] = this.#version;
  }

  draw(): void {
    const context = this.#context;
    context.setTransform(this.#scale, 0, 0, this.#scale, 0, 0);
    context.fillStyle = '#0b0e1a';
    context.fillRect(0, 0, sceneWidth, sceneHeight);
    context.fillStyle = '#1b2338';
    context.fillRect(12, 10, sceneWidth - 32, 34);
    context.font = '20px system-ui, sans-serif';
    context.textBaseline = 'middle';
    context.fillStyle = '#5df2ff';
    context.fillText(`${this.#text}▏`, 22, 28);
    for (let row = 0; row < visible; row++) this.#drawRow(row);
    this.#drawOverview();
  }

  #drawRow(row: number): void {
    const context = this.#context;
    const y = listTop + (row + 0.5) * rowHeight;
    const isCurrent = this.#answeredVersion[row] === this.#version;
    context.fillStyle = isCurrent ? '#3c2c12' : '#161b2c';
    context.fillRect(12, y - rowHeight / 2 + 1, 390 * this.#answer[row]!, rowHeight - 2);
    context.fillStyle = isCurrent ? '#ffe2a8' : '#8a92ac';
    context.fillText(this.#titles[row]!, 22, y);
  }

  /** Rows that have the answer to the current text are bright, others dark. */
  #drawOverview(): void {
    const { context, image } = this.#overview;
    const cells = new Uint32Array(image.data.buffer);
    for (let row = 0; row < count; row++) {
      const light = Math.round(90 + 165 * this.#answer[row]!);
      const isCurrent = this.#answeredVersion[row] === this.#version;
      cells[row] = isCurrent ? (0xff000000 | (60 << 16) | ((light * 0.8) << 8) | light) >>> 0 : 0xff3a2a20;
    }
    context.putImageData(image, 0, 0);
    this.#context.imageSmoothingEnabled = false;
    const { height, left, top, width } = overview;
    this.#context.drawImage(context.canvas, left, top, width, height);
  }

  /** Shows the letters that were typed so far: one word after another. */
  #echo(): void {
    let rest = this.#typed % words.join('').length;
    const word = words.find(({ length }) => rest < length || ((rest -= length), false));
    this.#text = (word ?? '').slice(0, rest + 1);
  }
}
