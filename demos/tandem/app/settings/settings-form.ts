import { versionNames } from '../../versions/names.ts';
import type { Preferences } from '../store/preferences.ts';

const sliders = ['volume', 'music', 'shake'] as const;
const ticks = ['isMuted', 'steersOne', 'showsFigures', 'balances'] as const;

/**
 * Connects the fields of a form to the preferences with their names; a form may lack any of them.
 * `change` is called with each preference that the player changes. Returns a function that shows
 * the given preferences in the form.
 */
export function bindSettingsForm(
  form: HTMLFormElement,
  change: (changed: Partial<Preferences>) => void,
): (preferences: Preferences) => void {
  const fieldsOf = <Name extends string>(names: readonly Name[]): [Name, HTMLInputElement][] =>
    names.flatMap((name): [Name, HTMLInputElement][] => {
      const field = form.elements.namedItem(name);
      return field instanceof HTMLInputElement ? [[name, field]] : [];
    });
  const numbers = fieldsOf(sliders);
  const choices = fieldsOf(ticks);
  for (const [name, field] of numbers) {
    field.addEventListener('input', () => change({ [name]: field.valueAsNumber }));
  }
  for (const [name, field] of choices) {
    field.addEventListener('change', () => change({ [name]: field.checked }));
  }
  form.addEventListener('change', (event) => {
    const { name, value } = event.target as HTMLInputElement;
    const version = versionNames.find((other) => other === value);
    if (name === 'version' && version !== undefined) change({ version });
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  return (preferences) => {
    for (const [name, field] of numbers) field.value = String(preferences[name]);
    for (const [name, field] of choices) field.checked = preferences[name];
    for (const radio of form.querySelectorAll<HTMLInputElement>('[name=version]')) {
      radio.checked = radio.value === preferences.version;
    }
  };
}
