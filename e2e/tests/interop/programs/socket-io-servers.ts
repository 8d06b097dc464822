import { PacelineWebSocketServer } from '@doha/paceline/node';
import { Server, type ServerOptions } from 'socket.io';
import { type Facts, Upgrades } from '../pages/upgrades.ts';

// Runs the same application with plain WebSockets and with Paceline. Prints the ports.

async function serve(options: Partial<ServerOptions>): Promise<number> {
  const io = new Server(0, { ...options, cors: { origin: '*' } });
  const { httpServer } = io;
  const upgrades = new Upgrades(httpServer);
  const left: string[] = [];

  io.on('connection', (socket) => {
    socket.on('double', (number: number, answer: (twice: number) => void) => answer(2 * number));
    socket.on('echo', (...all: unknown[]) => socket.emit('echo', ...all));
    socket.on('count', (to: number) => {
      for (let i = 0; i < to; i++) socket.emit('number', i);
    });
    socket.on('ask me', async (answer: (text: string) => void) => {
      answer(`you said ${await socket.timeout(5000).emitWithAck('question', 'how?')}`);
    });
    socket.on('join', async (room: string, answer: () => void) => {
      await socket.join(room);
      answer();
    });
    socket.on('tell', (room: string, text: string) => {
      socket.to(room).emit('told', `in ${room}: ${text}`);
      socket.broadcast.emit('told', `others: ${text}`);
      io.emit('told', `all: ${text}`);
    });
    socket.on('kick me', () => socket.disconnect());
    socket.on('drop me', () => socket.conn.close());
    socket.on('kill my connection', (answer: () => void) => {
      upgrades.kill();
      answer();
    });
    socket.on('facts', (answer: (facts: Facts) => void) => {
      const { ws } = io.engine as unknown as { readonly ws: Partial<PacelineWebSocketServer> };
      answer(upgrades.factsOf(ws));
    });
    socket.on('who left', (answer: (reasons: string[]) => void) => answer(left));
    socket.on('disconnect', (reason) => left.push(reason));
  });
  await new Promise((resolve) => httpServer.once('listening', resolve));
  return (httpServer.address() as { readonly port: number }).port;
}

process.stdout.write(JSON.stringify([await serve({}), await serve({ wsEngine: PacelineWebSocketServer })]));
