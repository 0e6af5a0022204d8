import type { AddressInfo, Server } from 'node:net';

/** Listens, reports readiness to the parent process, and stops when asked to. */
export function runAsChild(
  server: Server,
  { port, host }: { port: number; host: string },
  close: () => Promise<void>,
): void {
  server.once('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  server.listen(port, host, () => {
    process.send?.({ ready: true, port: (server.address() as AddressInfo).port });
  });
  const end = () => close().then(() => process.exit(0));
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}
