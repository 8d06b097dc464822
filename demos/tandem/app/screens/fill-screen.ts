import { element } from '../../../lib/element.ts';
import { catalog, type CatalogEntry } from '../../game/levels/catalog.ts';
import type { Bindings } from '../../input/bindings.ts';
import { fillLevelList, floodsOf } from '../level-list/level-list.ts';
import type { Progress } from '../store/progress.ts';
import { fillHelp } from './help.ts';
import type { ScreenName } from './screens.ts';

export interface ScreenData {
  readonly bindings: Bindings;
  readonly progress: Progress;
  /** Plays the level with this index in the catalog. */
  readonly play: (index: number) => void;
}

/** Fills a screen whose content depends on the player: the lists of levels and the help. */
export function fillScreen(name: ScreenName | undefined, { bindings, play, progress }: ScreenData): void {
  if (name === 'levels') fillList('level-list', catalog);
  if (name === 'floods') fillList('flood-list', floodsOf(catalog));
  if (name === 'help') fillHelp(bindings);

  function fillList(id: string, levels: readonly CatalogEntry[]): void {
    fillLevelList(element(id, HTMLElement), levels, progress, (level) => play(catalog.indexOf(level)));
  }
}
