import { Board } from './board.ts';
import { pictureOf } from './image-message.ts';
import { chooseColor, onDrop, serverAddress, tellLost } from './page.ts';

const board = new Board(document.querySelector('canvas')!);
const color = chooseColor();
const who = crypto.randomUUID();

const socket = new WebSocket(serverAddress());
socket.binaryType = 'arraybuffer';
socket.addEventListener('close', tellLost);
await new Promise((resolve) => socket.addEventListener('open', resolve));

board.watch((from, to, draws) => {
  const stroke = JSON.stringify({ color, from, to });
  if (draws) {
    board.show(`line ${who} ${stroke}`);
    socket.send(`line ${who} ${stroke}`);
  }
  socket.send(`cursor ${who} ${stroke}`);
});
onDrop((message) => {
  void board.showPicture(...pictureOf(message));
  socket.send(message);
});

socket.addEventListener('message', ({ data }) => {
  if (typeof data === 'string') board.show(data);
  else void board.showPicture(...pictureOf(data as ArrayBuffer));
});
