import { element } from '../lib/element.ts';
import type { History } from './latency-history.ts';
import { rateInWords } from './format.ts';
import { KindCard } from './kind-card.ts';
import { kinds } from './kinds.ts';
import { LinkPanel } from './link-panel.ts';
import type { Side } from './network.ts';
import { type Settings, usual, type Weights } from './settings.ts';
import { Slider } from './slider.ts';

const weights: readonly number[] = [1, 2, 4, 8, 16];

/** All that can be set on the page. */
export class Controls {
  #settings: Settings = usual;
  #changed: (settings: Settings) => void;
  #cards: readonly KindCard[];
  #link: LinkPanel;
  #weights: Readonly<Record<keyof Weights, Slider>>;

  constructor(changed: (settings: Settings) => void) {
    this.#changed = changed;
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

  /** Everything as it was at first. */
  reset(): void {
    this.#change(usual);
  }

  /** What became of each kind. */
  show(histories: Readonly<Record<Side, History>>): void {
    for (const card of this.#cards) card.show(histories);
  }

  #weight(stream: keyof Weights): Slider {
    return new Slider({
      label: 'Weight',
      name: stream === 'play' ? 'Weight: inputs, positions and video' : 'Weight: level download',
      values: weights,
      inWords: String,
      chosen: (weight) => this.#change({ weights: { ...this.#settings.weights, [stream]: weight } }),
    });
  }

  #change(change: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...change };
    this.#showSettings();
    this.#changed(this.#settings);
  }

  #showSettings(): void {
    const { kinds: each, link, weights: both } = this.#settings;
    for (const [i, card] of this.#cards.entries()) card.set(each[kinds[i]!]);
    this.#link.set(link);
    this.#weights.play.set(both.play);
    this.#weights.download.set(both.download);
    element('sum', HTMLElement).textContent = sumInWords(this.#settings);
  }
}

function sumInWords({ kinds: each, link }: Settings): string {
  const sent = kinds.reduce((sum, kind) => sum + each[kind].rate, 0);
  const fits = sent < link.rate ? 'all of it fits' : 'more than fits';
  return `${rateInWords(sent)} of messages are sent: ${fits}.`;
}
