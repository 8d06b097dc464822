import { element } from '../lib/element.ts';
import { Demo } from './page/demo.ts';
import { chooseNetwork } from './page/choose-network.ts';

const demo = new Demo();
const pause = element('pause', HTMLButtonElement);
let isPaused = false;

pause.addEventListener('click', () => {
  isPaused = !isPaused;
  pause.textContent = isPaused ? 'Resume' : 'Pause';
  demo.pause(isPaused);
});
document.addEventListener('visibilitychange', () => demo.pause(isPaused || document.hidden));
element('reset', HTMLButtonElement).addEventListener('click', () => demo.reset());

// `?ahead=20` skips the first 20 s of simulated time.
demo.skip(1000 * Number(new URLSearchParams(location.search).get('ahead') ?? 0));
requestAnimationFrame(function next(now) {
  demo.advanceTo(now);
  requestAnimationFrame(next);
});
await chooseNetwork(demo);
