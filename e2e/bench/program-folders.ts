import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of the benchmark programs in a working tree of the repository, as paths from its root. */
export interface ProgramFolders {
  readonly loop: string;
  readonly pools: string;
  readonly contestants: string;
  readonly transports: string;
}

const current: ProgramFolders = {
  loop: 'e2e/bench/loop/pages',
  pools: 'e2e/bench/multiproc/pages',
  contestants: 'e2e/bench/multiproc/pages/contestants',
  transports: 'e2e/bench/paceline/programs',
};

/** The folders until November 2026. */
const earlier: ProgramFolders = {
  loop: 'e2e/pages/bench',
  pools: 'e2e/pages/pools',
  contestants: 'e2e/pages/pools',
  transports: 'e2e/pages/paceline/loopback',
};

/** The folders of a working tree, which may be an earlier commit. */
export function programFolders(root: string): ProgramFolders {
  return existsSync(join(root, current.loop)) ? current : earlier;
}
