import { nearestTo, sinceUpdate, weighted } from '@doha/adapt';
import { Frame } from '@doha/loop';
import { createField, type Dot, type Field } from './field.ts';

/**
 * Time in ms that all dots together may take per frame. The field is decoration, so it must leave
 * the rest of the frame to the page.
 */
const budget = 1.5;

const canvas = document.querySelector('canvas')!;
let field: Field;
let frame: Frame<Dot>;
let last: number | undefined;
const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;

// The field is created again when the canvas changes its size.
new ResizeObserver(layOut).observe(canvas);
layOut();

function layOut(): void {
  field = createField(canvas);
  document.querySelector('#field-size')!.textContent = `${field.dots.length.toLocaleString('en')} dots`;
  frame = new Frame({
    entities: field.dots,
    priority: weighted<Dot>([4, nearestTo(field.lamps, { halfAt: 60 })], [1, sinceUpdate(1500)]),
    update: (dot) => field.update(dot, last ?? 0),
  });
  if (isStill) drawOnce();
}

function draw(now: number): void {
  const elapsed = now - (last ?? now);
  last = now;
  field.moveLamps(now);
  frame.run({ elapsed, budget });
  field.draw(now);
  requestAnimationFrame(draw);
}

if (!isStill) requestAnimationFrame(draw);

function drawOnce(): void {
  field.moveLamps(0);
  for (const dot of field.dots) field.update(dot, 0);
  field.draw(0);
}
