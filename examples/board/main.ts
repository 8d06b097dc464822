import { Paceline } from '@doha/paceline';
import { Board } from './board.ts';
import { imageOf } from './image-message.ts';
import { chooseColor, onDrop, serverAddress, showDisconnected } from './page.ts';

const board = new Board(document.querySelector('canvas')!);
const color = chooseColor();

const session = await Paceline.connect(serverAddress()).catch((error: unknown) => {
  showDisconnected();
  throw error;
});
void session.closed.then(showDisconnected);
const participant = session.id;

board.watch((from, to, isDrawing) => {
  const stroke = JSON.stringify({ color, from, to });
  if (isDrawing) {
    board.show(`line ${participant} ${stroke}`);
    session.send(`line ${participant} ${stroke}`, { priority: 1 });
  }
  session.latest('cursor', `cursor ${participant} ${stroke}`, { priority: 2 });
});
let sent = Promise.resolve();
onDrop((message) => {
  void board.showImage(...imageOf(message));
  sent = sendAfter(sent, message);
});

session.onMessage((data) => {
  if (typeof data === 'string') board.show(data);
  else void board.showImage(...imageOf(data));
});

// Large images are sent one by one, because the queue of a session is limited.
async function sendAfter(before: Promise<void>, message: Uint8Array): Promise<void> {
  await before;
  session.send(message);
  await session.ready;
}
