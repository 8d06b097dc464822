import { leaveReport } from '../../../../tools/pages/leave-report.ts';
import { type PhaserReport, runInPhaser } from './in-phaser.ts';
import { type PixiReport, runInPixi } from './in-pixi.ts';
import { runInThree, type ThreeReport } from './in-three.ts';

export interface EnginesReport {
  readonly pixi: PixiReport;
  readonly phaser: PhaserReport;
  readonly three: ThreeReport;
}

const pixi = await runInPixi();
const phaser = await runInPhaser();
leaveReport({ pixi, phaser, three: await runInThree() } satisfies EnginesReport);
