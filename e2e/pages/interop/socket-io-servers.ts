import { PacelineWebSocketServer } from '@doha/paceline/node';
import { Server, type ServerOptions } from 'socket.io';

// Serves the same application by plain WebSockets and by Paceline, and says at which ports.

interface Connection {
  readonly destroyed: boolean;
  destroy(): void;
}

/** What a client asks to know of its server. */
export interface Facts {
  /** Sessions that speak Paceline, and WebSockets that were ever made. */
  readonly sessions: number;
  readonly connections: number;
}

async function serve(options: Partial<ServerOptions>): Promise<number> {
  const io = new Server(0, { ...options, cors: { origin: '*' } });
  const { httpServer } = io;
  const upgraded: Connection[] = [];
  httpServer.on('upgrade', (_, socket: Connection) => upgraded.push(socket));
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
      upgraded.find(({ destroyed }) => !destroyed)!.destroy(); // a standby is younger than the one it stands by
      answer();
    });
    socket.on('facts', (answer: (facts: Facts) => void) => {
      const { ws } = io.engine as unknown as { readonly ws: Partial<PacelineWebSocketServer> };
      answer({ sessions: ws.sessions?.length ?? 0, connections: upgraded.length });
    });
    socket.on('who left', (answer: (reasons: string[]) => void) => answer(left));
    socket.on('disconnect', (reason) => left.push(reason));
  });
  await new Promise((resolve) => httpServer.once('listening', resolve));
  return (httpServer.address() as { readonly port: number }).port;
}

process.stdout.write(JSON.stringify([await serve({}), await serve({ wsEngine: PacelineWebSocketServer })]));
