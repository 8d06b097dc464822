import { element } from './lib/element.ts';
import { messageOf } from './lib/message-of.ts';
import { type LoopName, Showcase } from './tandem-tools/showcase/showcase.ts';

const stage = element('stage', HTMLCanvasElement);
const controls = element('controls', HTMLFormElement);
const load = element('load', HTMLInputElement);

/** Milliseconds between two updates of the figures. */
const figuresEvery = 500;

// The measurement of the machine would delay the first painting of the page.
requestAnimationFrame(() => setTimeout(() => void open()));

async function open(): Promise<void> {
  try {
    bind(await Showcase.open({ stage, strip: element('strip', HTMLCanvasElement) }));
    notify('');
  } catch (error) {
    notify(messageOf(error));
    throw error;
  }
}

function bind(showcase: Showcase): void {
  for (const set of controls.querySelectorAll('fieldset')) set.disabled = false;
  for (const radio of controls.querySelectorAll<HTMLInputElement>('[name=loop]')) {
    radio.addEventListener('change', () => {
      showcase.loop = radio.value as LoopName;
      showFigures(showcase);
    });
  }
  load.addEventListener('input', () => showLoad(showcase.enemies));
  load.addEventListener('change', () => {
    showcase.setLoad(load.valueAsNumber);
    showLoad(showcase.enemies);
  });
  showLoad(showcase.enemies);
  setInterval(() => showFigures(showcase), figuresEvery);
  runWhileVisible(showcase);
}

/** Runs the showcase while it can be seen, because it uses a whole core. Somebody who prefers reduced motion starts it by the switch. */
function runWhileVisible(showcase: Showcase): void {
  let isWanted = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  let isInView = false;
  const update = (): void => {
    if (isWanted && isInView && !document.hidden) showcase.start();
    else showcase.pause();
  };
  new IntersectionObserver(([entry]) => {
    isInView = entry?.isIntersecting === true;
    update();
  }).observe(stage);
  document.addEventListener('visibilitychange', update);
  controls.addEventListener('change', () => {
    isWanted = true;
    update();
  });
  if (!isWanted) showcase.redraw();
}

function showLoad(enemies: number): void {
  const times = load.valueAsNumber.toLocaleString('en');
  element('load-text', HTMLElement).textContent =
    `${times} × the available time, ${enemies.toLocaleString('en')} enemies`;
}

function showFigures(showcase: Showcase): void {
  const figures = showcase.meter.take(performance.now());
  show('fps', figures && figures.fps.toFixed(0), (figures?.fps ?? 60) < 30);
  show('latency', figures && `${figures.latency.toFixed(0)} ms`, (figures?.latency ?? 0) > 100);
}

/** Shows a figure, and marks it if it is bad. */
function show(id: string, text: string | undefined, isBad: boolean): void {
  const figure = element(id, HTMLElement);
  figure.textContent = text ?? '–';
  figure.classList.toggle('bad', isBad);
}

function notify(text: string): void {
  const notice = element('notice', HTMLElement);
  notice.textContent = text;
  notice.hidden = text === '';
}
