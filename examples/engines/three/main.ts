import { nearestTo, sinceUpdate, weighted } from '@doha/adapt';
import { runInAnimationLoop } from '@doha/engines/three';
import {
  ConeGeometry,
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three';
import { createPanel, fishCount } from '../panel.ts';
import { steer } from '../steer.ts';

const canvas = document.body.appendChild(document.createElement('canvas'));
const context = canvas.getContext('webgl2', { antialias: true });
if (context === null) document.querySelector<HTMLElement>('#no-webgl')!.hidden = false;
else start(context);

function start(webgl: WebGL2RenderingContext): void {
  const renderer = new WebGLRenderer({ canvas, context: webgl });
  renderer.setClearColor('#08202c');
  const scene = new Scene();
  const camera = new OrthographicCamera();
  camera.position.z = 10;
  fit();
  addEventListener('resize', fit);

  const pointer = new Vector3();
  addEventListener('pointermove', ({ clientX, clientY }) =>
    pointer.set(clientX - innerWidth / 2, innerHeight / 2 - clientY, 0),
  );

  const geometry = new ConeGeometry(3, 10, 3).rotateZ(-Math.PI / 2);
  const material = new MeshBasicMaterial({ color: '#8fd6c2' });
  const fish = Array.from({ length: fishCount }, () => {
    const mesh = new Mesh(geometry, material);
    mesh.position.set((Math.random() - 0.5) * innerWidth, (Math.random() - 0.5) * innerHeight, 0);
    mesh.rotation.z = Math.random() * 6;
    return mesh;
  });
  scene.add(...fish);
  const positions = fish.map(({ position }) => position);

  function swim({ position, rotation }: Mesh, elapsed: number): void {
    rotation.z = steer(position, rotation.z, { others: positions, pointer, elapsed });
    position.x += Math.cos(rotation.z) * 0.08 * elapsed;
    position.y += Math.sin(rotation.z) * 0.08 * elapsed;
  }

  // Without DOHA
  let last = 0;
  const swimAll = (time: number): void => {
    const elapsed = Math.min(time - last, 100);
    last = time;
    for (const mesh of fish) swim(mesh, elapsed);
    renderer.render(scene, camera);
  };

  // With DOHA
  const runSchool = () =>
    runInAnimationLoop(renderer, {
      entities: fish,
      priority: weighted(
        [3, nearestTo([{ position: pointer }], { at: ({ position }) => position })],
        [1, sinceUpdate(500)],
      ),
      update: swim,
      smooth: ['position.x', 'position.y', 'rotation.z'],
      draw: () => renderer.render(scene, camera),
    });

  let school: ReturnType<typeof runSchool> | undefined;
  createPanel().onSwitch((isOn) => {
    school?.dispose();
    if (isOn) school = runSchool();
    else {
      last = performance.now();
      renderer.setAnimationLoop(swimAll);
    }
  });

  function fit(): void {
    renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    renderer.setSize(innerWidth, innerHeight);
    camera.left = -innerWidth / 2;
    camera.right = innerWidth / 2;
    camera.top = innerHeight / 2;
    camera.bottom = -innerHeight / 2;
    camera.updateProjectionMatrix();
  }
}
