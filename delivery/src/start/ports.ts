import { createServer } from 'node:net';

/** `localhost` is both, and a browser asks the second first. */
const LOOPBACKS = ['127.0.0.1', '::1'];

/** The ports among these on which somebody listens already. */
export async function takenPorts(ports: readonly number[]): Promise<number[]> {
  const taken = await Promise.all(
    ports.map(async (port) => {
      const answers = await Promise.all(LOOPBACKS.map((host) => isTaken(port, host)));
      return answers.some(Boolean) ? [port] : [];
    }),
  );
  return taken.flat().sort((a, b) => a - b);
}

function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    // A machine without IPv6 refuses the address, which takes nothing.
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => resolve(false)));
  });
}
