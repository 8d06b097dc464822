import { element } from '../../../lib/element.ts';
import type { Hands } from '../../input/steering.ts';
import type { LevelPlay } from '../play/level-play.ts';
import { formatTime } from '../time.ts';

const labels: Readonly<Record<Hands, string>> = { each: '', first: '1', second: '2', both: '1 + 2' };

/** Updates the bar above the game. */
export function refreshBar({ falls, gems, world }: LevelPlay, hands: Hands): void {
  const { stage, tick } = world;
  element('bar-time', HTMLElement).textContent = formatTime(stage.wonAt >= 0 ? stage.wonAt : tick);
  element('bar-gems', HTMLElement).textContent = `◆ ${gems}/${stage.taken.length}`;
  element('bar-falls', HTMLElement).textContent = falls === 1 ? '1 fall' : `${falls} falls`;
  const badge = element('bar-hands', HTMLElement);
  badge.hidden = hands === 'each';
  badge.dataset['hands'] = hands;
  badge.textContent = labels[hands];
}
