import { type Action, actions, keyLabel, rebind, defaultBindings } from '../input/bindings.ts';
import { versionNames } from '../versions/names.ts';
import type { Preferences } from './preferences.ts';

const actionLabels: Readonly<Record<Action, string>> = {
  '1.left': 'left',
  '1.right': 'right',
  '1.jump': 'jump',
  '1.crouch': 'crouch',
  '2.left': 'left',
  '2.right': 'right',
  '2.jump': 'jump',
  '2.crouch': 'crouch',
  swap: 'swap robots',
  together: 'steer both',
  part: 'one hand per robot',
};

const choices = ['isMuted', 'showsFigures', 'balances'] as const;

/**
 * Connects the form to the preferences. `change` is called with each preference that the player
 * changes. Returns a function that shows the given preferences in the form.
 */
export function bindSettingsForm(
  form: HTMLFormElement,
  change: (changed: Partial<Preferences>) => void,
): (preferences: Preferences) => void {
  const keys = new Map<Action, HTMLButtonElement>();
  let shown: Preferences;
  const field = (name: string): HTMLInputElement => form.elements.namedItem(name) as HTMLInputElement;
  for (const name of ['volume', 'music', 'shake'] as const) {
    field(name).addEventListener('input', () => change({ [name]: field(name).valueAsNumber }));
  }
  for (const name of choices) {
    field(name).addEventListener('change', () => change({ [name]: field(name).checked }));
  }
  form.addEventListener('change', (event) => {
    const { name, value } = event.target as HTMLInputElement;
    const version = versionNames.find((other) => other === value);
    if (name === 'version' && version !== undefined) change({ version });
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  for (const action of actions) {
    const button = Object.assign(document.createElement('button'), { type: 'button' });
    button.addEventListener('click', () => {
      button.textContent = 'press a key';
      listen((code) => {
        if (code !== undefined) change({ bindings: rebind(shown.bindings, action, code) });
        else button.textContent = keyLabel(shown.bindings[action]);
      });
    });
    keys.set(action, button);
    form.querySelector('#bindings')!.append(row(action, button));
  }
  document
    .querySelector('#reset-keys')!
    .addEventListener('click', () => change({ bindings: defaultBindings }));

  return (preferences) => {
    shown = preferences;
    for (const name of ['volume', 'music', 'shake'] as const) field(name).value = String(preferences[name]);
    for (const name of choices) field(name).checked = preferences[name];
    for (const radio of form.querySelectorAll<HTMLInputElement>('[name=version]')) {
      radio.checked = radio.value === preferences.version;
    }
    for (const [action, button] of keys) button.textContent = keyLabel(preferences.bindings[action]);
  };
}

function row(action: Action, button: HTMLButtonElement): HTMLElement {
  const label = document.createElement('label');
  label.className = action.startsWith('1') ? 'first' : action.startsWith('2') ? 'second' : 'both';
  label.append(actionLabels[action], button);
  return label;
}

/** Reports the next key that is pressed, or undefined for Escape. */
function listen(onKey: (code: string | undefined) => void): void {
  addEventListener(
    'keydown',
    (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      onKey(event.code === 'Escape' ? undefined : event.code);
    },
    { capture: true, once: true },
  );
}
