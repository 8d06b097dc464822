import { nearestTo, sinceUpdate, weighted } from '@doha/adapt';
import { addToTicker } from '@doha/engines/pixi';
import { Application, Graphics, Sprite } from 'pixi.js';
import { createPanel, fishCount } from '../panel.ts';
import { steer } from '../steer.ts';

const app = new Application();
await app.init({ resizeTo: window, background: '#08202c', preference: 'webgl' });
document.body.append(app.canvas);

const pointer = { x: app.screen.width / 2, y: app.screen.height / 2 };
addEventListener('pointermove', ({ clientX, clientY }) => Object.assign(pointer, { x: clientX, y: clientY }));

const texture = app.renderer.generateTexture({
  target: new Graphics().poly([0, 0, 10, 3, 0, 6]).fill('#8fd6c2'),
  resolution: 2,
  antialias: true,
});
const fish = Array.from({ length: fishCount }, () => {
  const sprite = new Sprite({ texture, anchor: 0.5 });
  sprite.position.set(Math.random() * app.screen.width, Math.random() * app.screen.height);
  sprite.rotation = Math.random() * 6;
  return app.stage.addChild(sprite);
});

function swim(sprite: Sprite, elapsed: number): void {
  sprite.rotation = steer(sprite, sprite.rotation, { others: fish, pointer, elapsed });
  sprite.x += Math.cos(sprite.rotation) * 0.08 * elapsed;
  sprite.y += Math.sin(sprite.rotation) * 0.08 * elapsed;
}

// Without DOHA
const swimAll = (): void => {
  for (const sprite of fish) swim(sprite, app.ticker.deltaMS);
};

// With DOHA
const addSchool = () =>
  addToTicker(app.ticker, {
    entities: fish,
    priority: weighted([3, nearestTo([pointer])], [1, sinceUpdate(500)]),
    update: swim,
    smooth: ['x', 'y', 'rotation'],
  });

let school: ReturnType<typeof addSchool> | undefined;
createPanel().onSwitch((isOn) => {
  school?.dispose();
  app.ticker.remove(swimAll);
  if (isOn) school = addSchool();
  else app.ticker.add(swimAll);
});
