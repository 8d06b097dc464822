import { element } from '../../lib/element.ts';
import { Hud } from '../../tandem/app/hud/hud.ts';
import type { Play, Versions } from './play.ts';
import { type VersionName, versionNames } from '../../tandem/versions/names.ts';
import { type LoadName, loads } from './settings.ts';

/** Milliseconds between two updates of the figures. */
const hudEvery = 500;
/** Milliseconds without a change of the slider after which a new world is created. */
const sliderRest = 200;
/**
 * Limits of the slider: loads relative to the time that is available for enemies. Its scale is
 * logarithmic.
 */
const lightest = 0.1;
const heaviest = 6;

/** Connects the controls and keys to `play`, which has `enemies` enemies at this load. */
export function bindControls(play: Play, versions: Versions, enemies: number, load: LoadName): void {
  const chosen = bindVersions(play, versions);
  bindSlider(play, enemies / loads[load], loads[load]);
  const toggles: Readonly<Record<string, () => void>> = { h: bindHud(play), p: bindPause(play) };
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const version = versionNames[Number(event.key) - 1];
    if (version !== undefined) chosen(version);
    else toggles[event.key.toLowerCase()]?.();
  });
  element('controls', HTMLFormElement).hidden = false;
}

/** Returns a function that chooses a version. */
function bindVersions(play: Play, versions: Versions): (version: VersionName) => void {
  const inputs = versionNames.map((name) => element(name, HTMLInputElement));
  const choose = (version: VersionName): void => {
    if (versions[version] === undefined) return;
    for (const input of inputs) input.checked = input.id === version;
    if (play.version !== version) play.setVersion(version);
  };
  for (const [i, input] of inputs.entries()) {
    const name = versionNames[i]!;
    input.disabled = versions[name] === undefined;
    input.addEventListener('change', () => choose(name));
  }
  choose(play.version);
  return choose;
}

/** `capacity` is the number of enemies whose updates take all available time. */
function bindSlider(play: Play, capacity: number, load: number): void {
  const slider = element('load', HTMLInputElement);
  const text = element('load-text', HTMLElement);
  let part = load; // the exact value, which the slider rounds
  const toEnemies = (): number => Math.max(1, Math.round(capacity * part));
  const show = (): void => {
    text.textContent = `${toEnemies().toLocaleString('en')} enemies · ${Math.round(100 * part)} %`;
    slider.ariaValueText = text.textContent;
    slider.value = String(placeOf(part));
    slider.style.setProperty('--at', slider.value);
  };
  let rest: ReturnType<typeof setTimeout> | undefined;
  const change = (to: number): void => {
    part = to;
    show();
    clearTimeout(rest);
    rest = setTimeout(() => play.setEnemies(toEnemies()), sliderRest);
  };
  slider.addEventListener('input', () => change(partAt(slider.valueAsNumber)));
  for (const [name, marked] of Object.entries(loads)) {
    const button = element(name, HTMLButtonElement);
    button.style.setProperty('--at', String(placeOf(marked)));
    button.addEventListener('click', () => change(marked));
  }
  show();
}

function partAt(place: number): number {
  return lightest * (heaviest / lightest) ** place;
}

function placeOf(part: number): number {
  return Math.log(part / lightest) / Math.log(heaviest / lightest);
}

/** Returns a function that shows and hides the figures. */
function bindHud(play: Play): () => void {
  const root = element('hud', HTMLElement);
  const button = element('show-hud', HTMLButtonElement);
  const hud = new Hud(root);
  let timer: ReturnType<typeof setInterval> | undefined;
  const toggle = (): void => {
    root.hidden = !root.hidden;
    play.showsOwners = !root.hidden;
    button.ariaPressed = String(!root.hidden);
    clearInterval(timer);
    if (root.hidden) return;
    hud.refresh(play, performance.now());
    timer = setInterval(() => hud.refresh(play, performance.now()), hudEvery);
  };
  button.addEventListener('click', toggle);
  return toggle;
}

/** Returns a function that pauses and resumes. */
function bindPause(play: Play): () => void {
  const button = element('pause', HTMLButtonElement);
  const toggle = (): void => {
    if (play.isRunning) play.pause();
    else play.start();
    button.ariaPressed = String(!play.isRunning);
  };
  button.addEventListener('click', toggle);
  return toggle;
}
