import { withPlace } from './image-message.ts';

const colors = ['#c2410c', '#15803d', '#1d4ed8', '#7e22ce', '#be123c', '#0f766e'];

/** Where the server is that `node server.mjs` or `node plain-server.mjs` starts. */
export function serverAddress(): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new URLSearchParams(location.search).get('server') ?? `${scheme}://${location.hostname}:8090`;
}

let isLost = false;

/** Says that nothing is shared any more. */
export function tellLost(): void {
  isLost = true;
  tell(`There is no server at ${serverAddress()}: start it, then reload this page.`);
}

function tell(text: string): void {
  document.querySelector('output')!.textContent = text;
}

/** Bytes of a picture that servers take. */
const largest = 16_000_000;

/** Somebody's color, which the page shows. */
export function chooseColor(): string {
  const color = colors[Math.floor(Math.random() * colors.length)]!;
  document.documentElement.style.setProperty('--mine', color);
  return color;
}

/** Calls back with the message that says which picture was dropped on the board, or chosen, and where. */
export function onDrop(dropped: (message: Uint8Array<ArrayBuffer>) => void): void {
  const canvas = document.querySelector('canvas')!;
  const take = async (file: Blob, x: number, y: number): Promise<void> => {
    if (!isLost) tell(file.size > largest ? 'That picture is too large: up to 16 MB.' : '');
    if (file.size <= largest) dropped(await withPlace(file, [x, y]));
  };
  canvas.addEventListener('dragover', (event) => event.preventDefault());
  canvas.addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file !== undefined)
      void take(file, event.offsetX / canvas.clientWidth, event.offsetY / canvas.clientHeight);
  });
  const input = document.querySelector('input')!;
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file !== undefined) void take(file, 0.5, 0.5);
  });
}
