/** Number of fish: 2000, or the number in an address such as `?fish=500`. */
export const fishCount = Number(new URLSearchParams(location.search).get('fish') ?? 2000);

/** The panel of an example: the switch, and fps. */
export interface Panel {
  /** Calls `use` with the position of the switch, now and at each change. */
  onSwitch(use: (isOn: boolean) => void): void;
}

const panel = document.querySelector('main')!;

export function createPanel(): Panel {
  showFps(panel.querySelector('output')!);
  const input = panel.querySelector('input')!;
  input.checked = true; // browsers restore the last state
  return {
    onSwitch(use) {
      input.addEventListener('change', () => use(input.checked));
      use(input.checked);
    },
  };
}

function showFps(output: HTMLOutputElement): void {
  let frames = 0;
  const count = (): void => {
    frames++;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  setInterval(() => {
    output.textContent = `${frames} fps`;
    frames = 0;
  }, 1000);
}
