import { type Action, actions, type Bindings, keyLabel, rebind } from '../../input/bindings.ts';
import { refusalOf } from '../../input/game-keys.ts';

const actionLabels: Readonly<Record<Action, string>> = {
  '1.left': 'left',
  '1.right': 'right',
  '1.jump': 'jump',
  '1.crouch': 'crouch',
  '2.left': 'left',
  '2.right': 'right',
  '2.jump': 'jump',
  '2.crouch': 'crouch',
  swap: 'steer the other robot',
  together: 'both do the same',
  part: 'one hand per robot',
};

/** The headings above the first action of each group. */
const headings: Partial<Readonly<Record<Action, string>>> = {
  '1.left': 'Blue robot',
  '2.left': 'Pink robot',
  swap: 'One robot at a time',
};

/**
 * Fills a list with a button for the key of each action. A click on a button waits for a key, and
 * `change` is called with the new keys. `advise` shows a message to the player, or none for an empty
 * text. Returns a function that shows the given keys.
 */
export function bindKeyForm(
  list: HTMLElement,
  change: (bindings: Bindings) => void,
  advise: (text: string) => void,
): (bindings: Bindings) => void {
  const buttons = new Map<Action, HTMLButtonElement>();
  let shown: Bindings;
  let awaited: Action | undefined;

  const show = (bindings: Bindings): void => {
    shown = bindings;
    for (const [action, button] of buttons) button.textContent = keyLabel(bindings[action]);
  };

  for (const action of actions) {
    const button = Object.assign(document.createElement('button'), { type: 'button' });
    button.addEventListener('click', () => {
      if (awaited === action) return; // the click ends the wait
      awaited = action;
      button.textContent = 'press a key';
      waitForKey(button, {
        take: (code) => change(rebind(shown, action, code)),
        refuse: (reason) =>
          advise(`${reason} Press another key, or Escape to keep ${keyLabel(shown[action])}.`),
        end: () => {
          awaited = undefined;
          advise('');
          show(shown);
        },
      });
    });
    buttons.set(action, button);
    const heading = headings[action];
    if (heading !== undefined)
      list.append(
        Object.assign(document.createElement('h3'), { textContent: heading, className: groupOf(action) }),
      );
    list.append(row(action, button));
  }
  return show;
}

interface Waiting {
  readonly take: (code: string) => void;
  /** The key cannot be bound; the next one may be. */
  readonly refuse: (reason: string) => void;
  /** Called in any case, before `take`. */
  readonly end: () => void;
}

/** Waits for a key that can be bound. Escape, a click and the loss of the focus end the wait. */
function waitForKey(button: HTMLButtonElement, { end, refuse, take }: Waiting): void {
  const wait = new AbortController();
  wait.signal.addEventListener('abort', end);
  const { signal } = wait;
  button.focus(); // WebKit does not focus a button that is clicked
  button.addEventListener('blur', () => wait.abort(), { signal });
  button.addEventListener('click', () => wait.abort(), { signal });
  addEventListener('keydown', choose, { capture: true, signal });

  function choose(event: KeyboardEvent): void {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.repeat) return;
    const { code } = event;
    const reason = code === 'Escape' ? undefined : refusalOf(code);
    if (reason !== undefined) return refuse(reason);
    wait.abort();
    if (code !== 'Escape') take(code);
  }
}

function row(action: Action, button: HTMLButtonElement): HTMLElement {
  const label = document.createElement('label');
  label.className = groupOf(action);
  label.append(actionLabels[action], button);
  return label;
}

/** The class of the robot of an action, which has its color. */
function groupOf(action: Action): string {
  return action.startsWith('1') ? 'first' : action.startsWith('2') ? 'second' : 'both';
}
