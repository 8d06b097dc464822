import { element } from '../../lib/element.ts';
import type { Demo } from './demo.ts';

/**
 * An element that the server of `npm start` adds to the page: the address of its real links, or the
 * reason why it has none.
 */
const offer = document.querySelector<HTMLMetaElement>('meta[name=real-links]');
const address = offer?.dataset['address'];

const simulated = 'TCP and the links are simulated in this page; Paceline is not.';

/** Connects the checkbox that switches between simulated and real links, and describes the current ones. */
export async function chooseNetwork(demo: Demo): Promise<void> {
  const box = element('real', HTMLInputElement);
  box.addEventListener('change', () => void choose(demo, box));
  if (address === undefined) return showStatus(reasonWithout());
  element('real-label', HTMLElement).hidden = false;
  box.checked = true;
  await choose(demo, box);
}

async function choose(demo: Demo, box: HTMLInputElement): Promise<void> {
  if (!box.checked) {
    demo.simulate();
    return showStatus(simulated);
  }
  const failed = (reason: string): void => {
    box.checked = false;
    if (demo.hasRealNetwork) demo.simulate();
    showStatus(`${reason}. ${simulated}`);
  };
  showStatus(`${simulated} The real links are being created …`);
  box.disabled = true;
  try {
    await demo.connect(new URL(address!, location.href.replace(/^http/, 'ws')), failed);
    showStatus('Real TCP of this machine, over two narrow links between network namespaces.');
  } catch (error) {
    failed(error instanceof Error ? error.message : String(error));
  } finally {
    box.disabled = false;
  }
}

function reasonWithout(): string {
  const why = offer?.dataset['why'];
  return why === undefined ? simulated : `${simulated} There are no real links here: ${why}.`;
}

function showStatus(text: string): void {
  element('where', HTMLElement).textContent = text;
}
