import { withPosition } from './image-message.ts';

const colors = ['#c2410c', '#15803d', '#1d4ed8', '#7e22ce', '#be123c', '#0f766e'];

/** The address of the server that `node server.mjs` or `node plain-server.mjs` starts. */
export function serverAddress(): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new URLSearchParams(location.search).get('server') ?? `${scheme}://${location.hostname}:8090`;
}

let isDisconnected = false;

/** Shows that the connection is lost. */
export function showDisconnected(): void {
  isDisconnected = true;
  showStatus(`There is no server at ${serverAddress()}: start it, then reload this page.`);
}

function showStatus(text: string): void {
  document.querySelector('output')!.textContent = text;
}

/** Maximum size of an image that the servers accept, in bytes. */
const maxSize = 16_000_000;

/** Chooses a random color for this participant, and shows it in the page. */
export function chooseColor(): string {
  const color = colors[Math.floor(Math.random() * colors.length)]!;
  document.documentElement.style.setProperty('--mine', color);
  return color;
}

/**
 * Calls `dropped` when an image is dropped on the board or chosen as a file, with the message that
 * contains it. Images above `maxSize` are ignored. Of several files only the first one counts.
 */
export function onDrop(dropped: (message: Uint8Array<ArrayBuffer>) => void): void {
  const canvas = document.querySelector('canvas')!;
  const send = async (file: Blob, x: number, y: number): Promise<void> => {
    if (!isDisconnected) showStatus(file.size > maxSize ? 'This image is too large: up to 16 MB.' : '');
    if (file.size <= maxSize) dropped(await withPosition(file, [x, y]));
  };
  canvas.addEventListener('dragover', (event) => event.preventDefault());
  canvas.addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file !== undefined)
      void send(file, event.offsetX / canvas.clientWidth, event.offsetY / canvas.clientHeight);
  });
  const input = document.querySelector('input')!;
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file !== undefined) void send(file, 0.5, 0.5);
  });
}
