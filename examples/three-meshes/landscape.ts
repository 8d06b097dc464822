import * as three from 'three';
import { type ChunkMesh, chunkSide } from './chunk-mesh.ts';
import type { ChunkListener } from './chunk-listener.ts';
import { sun } from './terrain.ts';
import { reach } from './view.ts';

const haze = 0xc9d8e6;

/**
 * A three.js scene of chunks. The ground of a new chunk rises to its height within half a second.
 */
export class Landscape implements ChunkListener {
  readonly scene: three.Scene = new three.Scene();
  readonly camera: three.PerspectiveCamera = new three.PerspectiveCamera(55, 1, 1, 2 * reach);
  #ground = new three.MeshLambertMaterial({ vertexColors: true });
  #water = new three.Mesh(
    new three.PlaneGeometry(4 * reach, 4 * reach).rotateX(-Math.PI / 2),
    new three.MeshLambertMaterial({ color: 0x1d5a78, transparent: true, opacity: 0.85 }),
  );
  #meshes: Map<string, three.Mesh> = new Map();

  constructor() {
    const light = new three.DirectionalLight(0xfff0d0, 3);
    light.position.copy(sun);
    this.scene.add(light, new three.HemisphereLight(0xbcd8ff, 0x4a4030, 1.1), this.#water);
    this.scene.fog = new three.Fog(haze, reach * 0.4, reach * 0.95);
    this.camera.rotation.order = 'YXZ';
  }

  add(name: string, column: number, row: number, { colors, indices, normals, positions }: ChunkMesh): void {
    const geometry = new three.BufferGeometry()
      .setAttribute('position', new three.BufferAttribute(positions, 3))
      .setAttribute('normal', new three.BufferAttribute(normals, 3))
      .setAttribute('color', new three.BufferAttribute(colors, 3))
      .setIndex(new three.BufferAttribute(indices, 1));
    const mesh = new three.Mesh(geometry, this.#ground);
    mesh.position.set(column * chunkSide, 0, row * chunkSide);
    mesh.scale.y = 0.01;
    this.scene.add(mesh);
    this.#meshes.set(name, mesh);
  }

  remove(name: string): void {
    const mesh = this.#meshes.get(name);
    mesh?.removeFromParent();
    mesh?.geometry.dispose();
    this.#meshes.delete(name);
  }

  /** `elapsed` is in seconds. */
  animate(elapsed: number): void {
    for (const { scale } of this.#meshes.values()) scale.y = Math.min(1, scale.y + 2 * elapsed);
    this.#water.position.set(this.camera.position.x, 0, this.camera.position.z);
  }
}
