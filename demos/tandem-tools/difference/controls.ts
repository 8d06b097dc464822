import { element } from '../../lib/element.ts';
import type { Comparison } from './comparison.ts';
import { shown } from './messages.ts';

/** Connects the buttons below the loops. Returns a function that shows the state of the comparison. */
export function bindControls(comparison: Comparison): () => void {
  const pause = button('pause', () => comparison.toggle());
  const robots = button('robots', () => comparison.letRobotsPlay());
  const both = button('both', () => (isAlone() ? comparison.run('together') : comparison.repeat()));
  const enemies = element('enemies', HTMLSelectElement);
  const number = String(comparison.enemies);
  if (![...enemies.options].some(({ value }) => value === number)) enemies.append(new Option(number));
  enemies.value = number;
  enemies.addEventListener('change', () => comparison.setEnemies(Number(enemies.value)));

  function isAlone(): boolean {
    return shown.some((version) => version === comparison.mode);
  }

  return () => {
    pause.textContent = comparison.isStopped ? 'Resume' : 'Pause';
    pause.disabled = comparison.recording !== undefined;
    both.textContent = isAlone()
      ? 'Compare both'
      : comparison.mode === 'recorded'
        ? 'Record again'
        : 'Start again';
    robots.hidden = !comparison.isSteered;
  };
}

function button(id: string, click: () => void): HTMLButtonElement {
  const found = element(id, HTMLButtonElement);
  found.addEventListener('click', click);
  return found;
}
