import { element } from '../lib/element.ts';
import type { Demo } from './demo.ts';

/** Where the server of `npm start` says that it has real links, or why it has none. */
const offer = document.querySelector<HTMLMetaElement>('meta[name=real-links]');
const address = offer?.dataset['address'];

const simulated = 'TCP and the links are simulated in this page; Paceline is not.';

/** Lets one choose between simulated links and the server's, and says which ones there are. */
export async function choosePlace(demo: Demo): Promise<void> {
  const box = element('real', HTMLInputElement);
  box.addEventListener('change', () => void choose(demo, box));
  if (address === undefined) return say(whyNone());
  element('real-label', HTMLElement).hidden = false;
  box.checked = true;
  await choose(demo, box);
}

async function choose(demo: Demo, box: HTMLInputElement): Promise<void> {
  if (!box.checked) {
    demo.simulate();
    return say(simulated);
  }
  const failed = (reason: string): void => {
    box.checked = false;
    if (demo.isReal) demo.simulate();
    say(`${reason}. ${simulated}`);
  };
  say(`${simulated} The real ones are being made …`);
  box.disabled = true;
  try {
    await demo.connect(new URL(address!, location.href.replace(/^http/, 'ws')), failed);
    say('Real TCP of this machine, through two narrow links between network namespaces.');
  } catch (error) {
    failed(error instanceof Error ? error.message : String(error));
  } finally {
    box.disabled = false;
  }
}

function whyNone(): string {
  const why = offer?.dataset['why'];
  return why === undefined ? simulated : `${simulated} There are no real ones here: ${why}.`;
}

function say(text: string): void {
  element('where', HTMLElement).textContent = text;
}
