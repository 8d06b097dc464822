import { Board } from './board.ts';
import { imageOf } from './image-message.ts';
import { chooseColor, onDrop, serverAddress, showDisconnected } from './page.ts';

const board = new Board(document.querySelector('canvas')!);
const color = chooseColor();
const participant = crypto.randomUUID();

const socket = new WebSocket(serverAddress());
socket.binaryType = 'arraybuffer';
socket.addEventListener('close', showDisconnected);
await new Promise((resolve) => socket.addEventListener('open', resolve));

board.watch((from, to, isDrawing) => {
  const stroke = JSON.stringify({ color, from, to });
  if (isDrawing) {
    board.show(`line ${participant} ${stroke}`);
    socket.send(`line ${participant} ${stroke}`);
  }
  socket.send(`cursor ${participant} ${stroke}`);
});
onDrop((message) => {
  void board.showImage(...imageOf(message));
  socket.send(message);
});

socket.addEventListener('message', ({ data }) => {
  if (typeof data === 'string') board.show(data);
  else void board.showImage(...imageOf(data as ArrayBuffer));
});
