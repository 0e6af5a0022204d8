import { connect, createServer, type Socket } from 'node:net';
import { listenOnFreePort } from './listen.ts';

/** A TCP proxy that can behave as a host that vanishes: it forwards nothing, refuses nothing and closes nothing. */
export type SilentProxy = {
  readonly port: number;
  fallSilent(): void;
  /** New connections are forwarded again; those from before stay silent, as after a move to another host. */
  answerAgain(): void;
  close(): void;
};

/** @param target the port on this machine to which it forwards */
export async function startSilentProxy(target: number): Promise<SilentProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((from) => {
    hold(from);
    if (isSilent) return;
    const to = connect(target, '127.0.0.1');
    hold(to);
    from.pipe(to).pipe(from);
  });
  function hold(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  }
  const port = await listenOnFreePort(server);
  return {
    port,
    fallSilent() {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    answerAgain() {
      isSilent = false;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
