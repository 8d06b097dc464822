import { type Area, bilateral, type Pixels } from './bilateral.ts';

const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<{ pixels: Pixels; area: Area; radius: number }>) => void;
  postMessage: (filtered: Pixels, transfer: readonly Transferable[]) => void;
};

scope.onmessage = ({ data: { area, pixels, radius } }) => {
  const rows = bilateral(pixels, area, radius);
  let row = rows.next();
  while (row.done !== true) row = rows.next();
  scope.postMessage(row.value, [row.value.data.buffer]);
};
