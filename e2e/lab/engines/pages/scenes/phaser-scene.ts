import { addToScene } from '@doha/engines/phaser';
import * as Phaser from 'phaser';
import { type EngineScene, type ScenePlan, view } from './engine-scene.ts';

export async function createPhaserScene({ culls, drawn, fish: count }: ScenePlan): Promise<EngineScene> {
  const scene = await startScene();
  scene.cameras.main.centerOn(0, 0);
  scene.make.graphics().fillStyle(0x8fd6c2).fillRect(0, 0, 8, 5).generateTexture('fish', 8, 5);
  const fish = Array.from({ length: count }, () => scene.add.image(0, 0, 'fish'));
  const player = scene.add.image(0, 0, 'fish');
  scene.game.events.on('postrender', drawn);
  if (culls)
    scene.events.on('prerender', () => {
      for (const image of fish) image.visible = false;
      for (const image of scene.cameras.main.cull(fish)) image.visible = true;
    });
  return {
    fish,
    player,
    isOutOfView: (index) => !fish[index]!.visible,
    run: (frame) => void scene.events.on('update', (_: number, delta: number) => frame(delta)),
    runFrame: (options) => addToScene(scene, options),
  };
}

function startScene(): Promise<Phaser.Scene> {
  return new Promise((resolve) => {
    void new Phaser.Game({
      ...view,
      type: Phaser.CANVAS, // with an emulated GPU, WebGL takes ten times as long in Phaser
      backgroundColor: '#08202c',
      banner: false,
      audio: { noAudio: true },
      scene: {
        create(this: Phaser.Scene) {
          resolve(this);
        },
      },
    });
  });
}
