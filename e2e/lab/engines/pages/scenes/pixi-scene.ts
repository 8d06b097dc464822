import { addToTicker } from '@doha/engines/pixi';
import { Application, Container, Culler, Graphics, Sprite, UPDATE_PRIORITY } from 'pixi.js';
import { type EngineScene, type ScenePlan, view } from './engine-scene.ts';

export async function createPixiScene({ culls, drawn, fish: count }: ScenePlan): Promise<EngineScene> {
  const app = new Application();
  await app.init({ ...view, background: '#08202c', preference: 'webgl' });
  document.body.append(app.canvas);
  const world = app.stage.addChild(new Container({ x: view.width / 2, y: view.height / 2 }));
  const texture = app.renderer.generateTexture(new Graphics().rect(0, 0, 8, 5).fill('#8fd6c2'));
  const createSprite = (): Sprite => world.addChild(new Sprite({ texture, anchor: 0.5, cullable: culls }));
  const fish = Array.from({ length: count }, createSprite);
  const player = createSprite();
  const screen = { x: 0, y: 0, ...view };
  if (culls) app.ticker.add(() => Culler.shared.cull(app.stage, screen), undefined, UPDATE_PRIORITY.LOW + 1);
  app.ticker.add(drawn, undefined, UPDATE_PRIORITY.UTILITY); // rendering has the priority LOW
  return {
    fish,
    player,
    isOutOfView: (index) => fish[index]!.culled,
    run: (frame) => void app.ticker.add(({ deltaMS }) => frame(deltaMS)),
    runFrame: (options) => addToTicker(app.ticker, options),
  };
}
