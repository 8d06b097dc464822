import { WebGLRenderer } from 'three';
import type { ChunkListener } from './chunk-listener.ts';
import { Landscape } from './landscape.ts';
import { heightAt } from './terrain.ts';
import type { View } from './view.ts';

/** Units of length per second. */
const flyingSpeed = 22;
/** Radians per second. */
const turningSpeed = 1;
const flyingHeight = 18;

const canvas = document.querySelector('canvas')!;
const flies = document.querySelector<HTMLInputElement>('#flies')!;
/** The initial view: above a lake, toward mountains. */
const view = { x: -1500, z: 600, heading: 5.24 };
const pressedKeys = new Set<string>();
let last = performance.now();

addEventListener('keydown', ({ key }) => pressedKeys.add(key));
addEventListener('keyup', ({ key }) => pressedKeys.delete(key));
addEventListener('blur', () => pressedKeys.clear());
canvas.addEventListener('pointermove', ({ buttons, movementX }) => {
  if (buttons > 0) view.heading -= movementX / 300;
});
document.querySelector('#turn')!.addEventListener('click', () => (view.heading += Math.PI));
flies.checked = !matchMedia('(prefers-reduced-motion: reduce)').matches;

const webgl = canvas.getContext('webgl2', { alpha: true, antialias: true });
if (webgl === null) document.querySelector<HTMLElement>('#no-webgl')!.hidden = false;

/** Loads the chunks around a camera. */
export interface Loader {
  readonly waiting: number;
  readonly done: number;
  readonly dropped: number;
  update(view: View): void;
}

/** Flies over the landscape. `loaderFor` creates the loader of its chunks. It is not called if the browser has no WebGL. */
export async function fly(loaderFor: (listener: ChunkListener) => Loader | Promise<Loader>): Promise<void> {
  if (webgl === null) return;
  const renderer = new WebGLRenderer({ canvas, context: webgl });
  const landscape = new Landscape();
  const loader = await loaderFor(landscape);
  renderer.setAnimationLoop((now) => {
    const elapsed = Math.min(0.1, Math.max(0, now - last) / 1000);
    last = now;
    moveView(elapsed);
    loader.update(view);
    placeCamera(landscape.camera, elapsed);
    landscape.animate(elapsed);
    fit(renderer, landscape.camera);
    renderer.render(landscape.scene, landscape.camera);
    show(loader);
  });
}

function moveView(elapsed: number): void {
  view.heading +=
    turningSpeed * elapsed * (Number(pressedKeys.has('ArrowRight')) - Number(pressedKeys.has('ArrowLeft')));
  if (!flies.checked) return;
  view.x += flyingSpeed * elapsed * Math.sin(view.heading);
  view.z -= flyingSpeed * elapsed * Math.cos(view.heading);
}

/** Moves the camera above the highest ground between its position and a point 80 units ahead. */
function placeCamera({ position, rotation }: Landscape['camera'], elapsed: number): void {
  const ground = [0, 20, 40, 60, 80].map((distance) =>
    heightAt(view.x + distance * Math.sin(view.heading), view.z - distance * Math.cos(view.heading)),
  );
  const height = Math.max(0, ...ground) + flyingHeight;
  const rise = position.y === 0 ? 1 : Math.min(1, 2 * elapsed);
  position.set(view.x, position.y + (height - position.y) * rise, view.z);
  rotation.set(-0.15, -view.heading, 0);
}

function fit(renderer: WebGLRenderer, camera: Landscape['camera']): void {
  const { clientHeight, clientWidth } = canvas;
  const scale = Math.min(2, devicePixelRatio);
  if (canvas.width === Math.floor(clientWidth * scale) && canvas.height === Math.floor(clientHeight * scale))
    return;
  renderer.setPixelRatio(scale);
  renderer.setSize(clientWidth, clientHeight, false);
  camera.aspect = clientWidth / clientHeight;
  camera.updateProjectionMatrix();
}

function show({ done, dropped, waiting }: Loader): void {
  for (const [name, count] of Object.entries({ waiting, done, dropped })) {
    document.querySelector(`#${name}`)!.textContent = String(count);
  }
}
