import { bolt } from './enemies/bolt.ts';
import { crawler } from './enemies/crawler.ts';
import { flyer } from './enemies/flyer.ts';
import { magnet } from './enemies/magnet.ts';
import { predictor } from './enemies/predictor.ts';
import { roller } from './enemies/roller.ts';
import { seeker } from './enemies/seeker.ts';
import { shy } from './enemies/shy.ts';
import { turret } from './enemies/turret.ts';
import { saw } from './enemies/saw.ts';
import { dropper } from './enemies/dropper.ts';
import { bomb } from './enemies/bomb.ts';
import { ghost } from './enemies/ghost.ts';
import { leech } from './enemies/leech.ts';
import { walker } from './enemies/walker.ts';
import { mortar } from './enemies/mortar.ts';
import { grenade } from './enemies/grenade.ts';
import { hangar } from './enemies/hangar.ts';
import { rocket } from './enemies/rocket.ts';
import { Kind } from './kind.ts';
import { player } from './player.ts';
import type { Behavior } from './surroundings.ts';

const byKind: Readonly<Record<Kind, Behavior>> = {
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
  [Kind.saw]: saw,
  [Kind.dropper]: dropper,
  [Kind.bomb]: bomb,
  [Kind.ghost]: ghost,
  [Kind.leech]: leech,
  [Kind.walker]: walker,
  [Kind.mortar]: mortar,
  [Kind.grenade]: grenade,
  [Kind.hangar]: hangar,
  [Kind.rocket]: rocket,
};

/** How each kind lives, by `Kind`. */
export const behaviors: readonly Behavior[] = Object.values(Kind).map((kind) => byKind[kind]);
