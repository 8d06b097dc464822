import { runInAnimationLoop } from '@doha/engines/three';
import { Object3D, WebGLRenderer } from 'three';
import { createWalker, displayFrames, until } from './walker.ts';

export interface ThreeReport {
  /** Frames that were drawn while updates and `draw` threw errors. */
  readonly drawn: number;
  readonly errors: readonly string[];
  /** Frames that were drawn after `dispose`. */
  readonly afterDispose: number;
  /** Whether `position.x` was between its true values in a display frame. */
  readonly isSmooth: boolean;
  readonly refusals: readonly string[];
}

export async function runInThree(): Promise<ThreeReport> {
  const renderer = new WebGLRenderer();
  renderer.setSize(10, 10);
  const { errors, options } = createWalker();
  let drawn = 0;
  const broken = runInAnimationLoop(renderer, {
    ...options,
    update: () => {
      throw new Error('chaos in update');
    },
    draw: () => {
      drawn++;
      throw new Error('chaos in draw');
    },
  });
  await until(() => drawn >= 5 && errors.length >= 8);
  broken.dispose();
  const drawnBefore = drawn;
  await displayFrames(3);
  const isSmooth = await drawBetweenUpdates(renderer);
  renderer.dispose();
  return {
    drawn: drawnBefore,
    errors: [...new Set(errors)].toSorted(),
    afterDispose: drawn - drawnBefore,
    isSmooth,
    refusals: [undefined, {}].map(refusalOf),
  };
}

/** Draws an object that jumps by whole units in each update. Resolves when it is drawn between two of them. */
async function drawBetweenUpdates(renderer: WebGLRenderer): Promise<boolean> {
  const object = new Object3D();
  let isBetween = false;
  using _ = runInAnimationLoop(renderer, {
    entities: [object],
    priority: () => 1,
    update: ({ position }) => void (position.x += 1),
    rate: 20,
    smooth: ['position.x'],
    draw: () => (isBetween ||= object.position.x % 1 !== 0),
  });
  await until(() => isBetween);
  return isBetween;
}

function refusalOf(renderer: unknown): string {
  try {
    runInAnimationLoop(renderer as WebGLRenderer, createWalker().options);
    return 'none';
  } catch (error) {
    return String(error);
  }
}
