import { nearestTo, sinceUpdate, weighted } from '@doha/adapt';
import { addToScene } from '@doha/engines/phaser';
import * as Phaser from 'phaser';
import { createPanel, fishCount } from '../panel.ts';
import { steer } from '../steer.ts';

class Sea extends Phaser.Scene {
  fish: Phaser.GameObjects.Image[] = [];
  isUsual = false;

  create(): void {
    const { height, width } = this.scale;
    const pointer = { x: width / 2, y: height / 2 };
    addEventListener('pointermove', ({ clientX, clientY }) =>
      Object.assign(pointer, { x: clientX, y: clientY }),
    );

    this.make.graphics().fillStyle(0x8fd6c2).fillTriangle(0, 0, 10, 3, 0, 6).generateTexture('fish', 10, 6);
    this.fish = Array.from({ length: fishCount }, () =>
      this.add
        .image(Math.random() * width, Math.random() * height, 'fish')
        .setRotation(Math.random() * 6 - 3),
    );
    this.swim = (image, elapsed) => {
      image.rotation = steer(image, image.rotation, { others: this.fish, pointer, elapsed });
      image.x += Math.cos(image.rotation) * 0.08 * elapsed;
      image.y += Math.sin(image.rotation) * 0.08 * elapsed;
    };

    // With DOHA
    const addSchool = () =>
      addToScene(this, {
        entities: this.fish,
        priority: weighted([3, nearestTo([pointer])], [1, sinceUpdate(500)]),
        update: this.swim,
        smooth: ['x', 'y', 'rotation'],
      });

    let school: ReturnType<typeof addSchool> | undefined;
    createPanel().onSwitch((isOn) => {
      school?.dispose();
      this.isUsual = !isOn;
      if (isOn) school = addSchool();
    });
  }

  swim = (_image: Phaser.GameObjects.Image, _elapsed: number): void => {};

  // Without DOHA
  override update(_time: number, delta: number): void {
    if (this.isUsual) for (const image of this.fish) this.swim(image, delta);
  }
}

// Software WebGL is slow in Phaser, so tests use the canvas renderer.
const isCanvas = new URLSearchParams(location.search).has('canvas');
export const game = new Phaser.Game({
  type: isCanvas ? Phaser.CANVAS : Phaser.AUTO,
  backgroundColor: '#08202c',
  scale: { mode: Phaser.Scale.RESIZE },
  banner: false,
  scene: Sea,
});
