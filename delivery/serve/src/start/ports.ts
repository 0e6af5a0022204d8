import { createServer } from 'node:net';

/** `localhost` resolves to both addresses, and a browser tries IPv6 first. */
const LOOPBACKS = ['127.0.0.1', '::1'];

/** The unprivileged ports that browsers refuse (Fetch Standard, "bad port"). */
const BAD_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10_080,
]);

/** Returns the given ports that every browser refuses. */
export function badPorts(ports: readonly number[]): number[] {
  return ports.filter((port) => BAD_PORTS.has(port)).sort((a, b) => a - b);
}

/** Returns the given ports that are taken. */
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
    // A machine without IPv6 refuses the address; then the port is not taken.
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => resolve(false)));
  });
}
