import {
  checkKind,
  checkNumber,
  checkObject,
  mustBe,
  warnUnknownOptions,
  withDefaults,
} from '@doha/loop/options';

/** The views of an overlay. */
export const viewNames = ['signals', 'histograms', 'lanes', 'priorities', 'parameters', 'record'] as const;
export type ViewName = (typeof viewNames)[number];

/** Options of `showOverlay`. An option that is `undefined` counts as absent. */
export interface OverlayOptions {
  /** Name in the title bar. Overlays of a page with different names remember their positions separately. Default 'Monitor'. */
  name?: string | undefined;
  /** The key that shows and hides the overlay: a `KeyboardEvent.code`. Default 'F8'. null: none. */
  key?: string | null | undefined;
  /** Samples per second, 1 to 60. Default 10. */
  rate?: number | undefined;
  /** Length of the history in s, 1 to 600. Default 60. */
  history?: number | undefined;
  /**
   * Time in ms by which signals are shown later than they were recorded, 0 to 10,000. Records of other threads that arrive later than that are dropped from
   * the signals and counted. Default 200.
   */
  delay?: number | undefined;
  /** Whether the overlay is shown at first, if the page does not remember whether it was. Default true. */
  isShown?: boolean | undefined;
  /** The view at first, if the page does not remember one. Default 'signals'. */
  view?: ViewName | undefined;
}

/** Options without absent ones. */
export interface CompleteOptions {
  readonly name: string;
  readonly key: string | null;
  readonly rate: number;
  readonly history: number;
  readonly delay: number;
  readonly isShown: boolean;
  readonly view: ViewName;
}

const defaults: CompleteOptions = {
  name: 'Monitor',
  key: 'F8',
  rate: 10,
  history: 60,
  delay: 200,
  isShown: true,
  view: 'signals',
};

/** Throws a TypeError or RangeError if an option is invalid. */
export function completeOptions(given: OverlayOptions): CompleteOptions {
  checkObject('showOverlay: options', given);
  const options: CompleteOptions = withDefaults(defaults, given);
  checkText('showOverlay: name', options.name);
  if (options.key !== null) checkText('showOverlay: key', options.key);
  checkNumber('showOverlay: rate', options.rate, { min: 1, max: 60 });
  checkNumber('showOverlay: history', options.history, { min: 1, max: 600 });
  checkNumber('showOverlay: delay', options.delay, { min: 0, max: 10_000 });
  checkKind('showOverlay: isShown', typeof options.isShown === 'boolean', 'a boolean', options.isShown);
  checkView('showOverlay: view', options.view);
  warnUnknownOptions('showOverlay', given, Object.keys(defaults));
  return options;
}

/** Throws a TypeError that names `what` unless `text` is a string that is not empty. */
export function checkText(what: string, text: unknown): void {
  checkKind(what, typeof text === 'string' && text !== '', 'a string that is not empty', text);
}

/** Throws a RangeError that names `what` unless `view` is the name of a view. */
export function checkView(what: string, view: unknown): void {
  checkChoice(what, viewNames, view);
}

/** Throws a RangeError that names `what` and the choices unless `value` is one of them. */
export function checkChoice(what: string, choices: readonly string[], value: unknown): void {
  if (!choices.includes(value as string))
    throw new RangeError(mustBe(what, `one of ${choices.join(', ')}`, value));
}
