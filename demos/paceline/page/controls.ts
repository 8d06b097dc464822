import { element } from '../../lib/element.ts';
import type { LatencyHistory } from './latency-history.ts';
import { formatRate } from './format.ts';
import { describeChange } from './describe-change.ts';
import { KindCard } from './kind-card.ts';
import { kinds } from '../network/kinds.ts';
import { LinkPanel } from './link-panel.ts';
import type { Side } from '../network/network.ts';
import { type Settings, defaultSettings, type Weights } from '../network/settings.ts';
import { Slider } from './slider.ts';

/** Time in ms within which changes, such as those of a moved slider, count as one change. */
const changeTime = 1500;

const weights: readonly number[] = [1, 2, 4, 8, 16];

/** The controls for the settings: links, kinds of messages and weights. */
export class Controls {
  #settings: Settings = defaultSettings;
  /** The settings before the last change, and the time of its last part. */
  #before: Settings = defaultSettings;
  #changedAt = -Infinity;
  #onChange: (settings: Settings) => void;
  #cards: readonly KindCard[];
  #link: LinkPanel;
  #weights: Readonly<Record<keyof Weights, Slider>>;

  constructor(onChange: (settings: Settings) => void) {
    this.#onChange = onChange;
    this.#cards = kinds.map(
      (kind) =>
        new KindCard(kind, (change) => {
          const { kinds: before } = this.#settings;
          this.#change({ kinds: { ...before, [kind]: { ...before[kind], ...change } } });
        }),
    );
    this.#link = new LinkPanel(element('presets', HTMLElement), element('link', HTMLElement), (change) =>
      this.#change({ link: { ...this.#settings.link, ...change } }),
    );
    this.#weights = { play: this.#weight('play'), download: this.#weight('download') };
    for (const [i, card] of this.#cards.entries())
      element(kinds[i] === 'download' ? 'bulk' : 'play', HTMLElement).append(card.element);
    element('play-weight', HTMLElement).append(this.#weights.play.element);
    element('bulk-weight', HTMLElement).append(this.#weights.download.element);
    this.#showSettings();
  }

  get settings(): Settings {
    return this.#settings;
  }

  /** Restores the default settings. */
  reset(): void {
    this.#change(defaultSettings);
    this.#before = defaultSettings;
    for (const card of this.#cards) card.forget();
    element('change', HTMLElement).textContent = '';
  }

  /** Shows the latency and the rate of each kind. */
  show(histories: Readonly<Record<Side, LatencyHistory>>): void {
    for (const card of this.#cards) card.show(histories);
  }

  #weight(stream: keyof Weights): Slider {
    return new Slider({
      label: 'Weight',
      name: stream === 'play' ? 'Weight: inputs, positions and video' : 'Weight: level download',
      values: weights,
      format: String,
      onChange: (weight) => this.#change({ weights: { ...this.#settings.weights, [stream]: weight } }),
    });
  }

  #change(change: Partial<Settings>): void {
    this.#remember();
    this.#settings = { ...this.#settings, ...change };
    this.#showSettings();
    const changes = describeChange(this.#before, this.#settings);
    element('change', HTMLElement).textContent = changes && `Your last change: ${changes}.`;
    this.#onChange(this.#settings);
  }

  /** Shows the current values as those before a change, unless the last change is still in progress. */
  #remember(): void {
    const now = performance.now();
    if (now - this.#changedAt > changeTime) {
      this.#before = this.#settings;
      for (const card of this.#cards) card.remember();
    }
    this.#changedAt = now;
  }

  #showSettings(): void {
    const { kinds: each, link, weights: both } = this.#settings;
    for (const [i, card] of this.#cards.entries()) card.set(each[kinds[i]!]);
    this.#link.set(link);
    this.#weights.play.set(both.play);
    this.#weights.download.set(both.download);
    element('sum', HTMLElement).textContent = formatSum(this.#settings);
  }
}

function formatSum({ kinds: each, link }: Settings): string {
  const total = kinds.reduce((sum, kind) => sum + each[kind].rate, 0);
  const fits = total < link.rate ? 'everything fits' : 'more than fits';
  return `${formatRate(total)} of messages are sent: ${fits}.`;
}
