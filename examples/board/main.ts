import { Paceline } from '@doha/paceline';
import { Board } from './board.ts';
import { pictureOf } from './image-message.ts';
import { chooseColor, onDrop, serverAddress, tellLost } from './page.ts';

const board = new Board(document.querySelector('canvas')!);
const color = chooseColor();

const session = await Paceline.connect(serverAddress()).catch((error: unknown) => {
  tellLost();
  throw error;
});
void session.closed.then(tellLost);
const who = session.id;

board.watch((from, to, draws) => {
  const stroke = JSON.stringify({ color, from, to });
  if (draws) {
    board.show(`line ${who} ${stroke}`);
    session.send(`line ${who} ${stroke}`, { priority: 1 });
  }
  session.latest('cursor', `cursor ${who} ${stroke}`, { priority: 2 });
});
let sent = Promise.resolve();
onDrop((message) => {
  void board.showPicture(...pictureOf(message));
  sent = sendAfter(sent, message);
});

session.onMessage((data) => {
  if (typeof data === 'string') board.show(data);
  else void board.showPicture(...pictureOf(data));
});

// Large pictures leave one by one: only so much may wait to be sent.
async function sendAfter(before: Promise<void>, message: Uint8Array): Promise<void> {
  await before;
  session.send(message);
  await session.ready;
}
