import { element } from '../../../lib/element.ts';
import { defaultBindings } from '../../input/bindings.ts';
import type { Preferences } from '../store/preferences.ts';
import { bindKeyForm } from './key-form.ts';
import { labelKeys } from './label-keys.ts';
import { bindSettingsForm } from './settings-form.ts';

/**
 * Connects the settings of the player and those of developers to the preferences. `change` is
 * called with each preference that is changed. Returns a function that shows the given preferences.
 */
export function bindSettings(
  change: (changed: Partial<Preferences>) => void,
): (preferences: Preferences) => void {
  const advice = element('key-advice', HTMLElement);
  const showForms = ['settings-form', 'developer-form'].map((id) =>
    bindSettingsForm(element(id, HTMLFormElement), change),
  );
  const showKeys = bindKeyForm(
    element('bindings', HTMLElement),
    (bindings) => change({ bindings }),
    (text) => {
      advice.textContent = text;
      advice.hidden = text === '';
    },
  );
  element('reset-keys', HTMLButtonElement).addEventListener('click', () =>
    change({ bindings: defaultBindings }),
  );
  const steerOne = element('steer-one', HTMLButtonElement);
  let steersOne = false;
  steerOne.addEventListener('click', () => change({ steersOne: !steersOne }));
  return (preferences) => {
    for (const show of showForms) show(preferences);
    showKeys(preferences.bindings);
    labelKeys(preferences.bindings);
    steerOne.textContent = preferences.steersOne ? 'Steer both robots' : 'Steer one robot at a time';
    steersOne = preferences.steersOne;
  };
}
