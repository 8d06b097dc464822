import { runInAnimationLoop } from '@doha/engines/three';
import {
  Frustum,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  PlaneGeometry,
  Scene,
  WebGLRenderer,
} from 'three';
import { type EngineScene, type ScenePlan, view } from './engine-scene.ts';

export async function createThreeScene({ culls, drawn, fish: count }: ScenePlan): Promise<EngineScene> {
  const renderer = new WebGLRenderer();
  renderer.setSize(view.width, view.height);
  renderer.setClearColor('#08202c');
  document.body.append(renderer.domElement);
  const scene = new Scene();
  const [x, y] = [view.width / 2, view.height / 2];
  const camera = new OrthographicCamera(-x, x, y, -y);
  camera.position.z = 10;
  camera.updateMatrixWorld();
  const inView = new Frustum().setFromProjectionMatrix(
    new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse),
  );
  const geometry = new PlaneGeometry(8, 5);
  const material = new MeshBasicMaterial({ color: '#8fd6c2' });
  const meshes = Array.from({ length: count + 1 }, () => new Mesh(geometry, material));
  for (const mesh of meshes) mesh.frustumCulled = culls;
  scene.add(...meshes);
  const positions = meshes.map(({ position }) => position);
  const draw = (): void => {
    renderer.render(scene, camera);
    drawn();
  };
  let last = performance.now();
  return {
    fish: positions.slice(0, count),
    player: positions[count]!,
    isOutOfView: (index) => !inView.containsPoint(positions[index]!),
    run: (frame) =>
      renderer.setAnimationLoop((time) => {
        const elapsed = Math.min(Math.max(0, time - last), 100);
        last = time;
        frame(elapsed);
        draw();
      }),
    runFrame: (options) => runInAnimationLoop(renderer, { ...options, draw }),
  };
}
