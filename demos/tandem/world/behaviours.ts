import { bolt } from './enemies/bolt.ts';
import { crawler } from './enemies/crawler.ts';
import { flyer } from './enemies/flyer.ts';
import { magnet } from './enemies/magnet.ts';
import { predictor } from './enemies/predictor.ts';
import { roller } from './enemies/roller.ts';
import { seeker } from './enemies/seeker.ts';
import { shy } from './enemies/shy.ts';
import { turret } from './enemies/turret.ts';
import { Kind } from './kind.ts';
import { player } from './player.ts';
import type { Behaviour } from './surroundings.ts';

const byKind: Readonly<Record<Kind, Behaviour>> = {
  [Kind.player]: player,
  [Kind.roller]: roller,
  [Kind.crawler]: crawler,
  [Kind.flyer]: flyer,
  [Kind.seeker]: seeker,
  [Kind.predictor]: predictor,
  [Kind.magnet]: magnet,
  [Kind.shy]: shy,
  [Kind.turret]: turret,
  [Kind.bolt]: bolt,
};

/** How each kind lives, by `Kind`. */
export const behaviours: readonly Behaviour[] = Object.values(Kind).map((kind) => byKind[kind]);
