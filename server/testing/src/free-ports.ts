import { type AddressInfo, createServer } from 'node:net';

/** Ports that a portal takes from its base on, with room for further remotes. */
const BLOCK = 24;
/** Below the range from which operating systems hand out ports themselves. */
const FIRST = 20_000;
const LAST = 30_000;
const ATTEMPTS = 50;

/** A port of this machine that is free at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', resolve);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** A `PORT_BASE` from which on every port of a portal is free at this moment. @throws Error without one */
export async function freePortBase(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const base = FIRST + BLOCK * Math.floor((Math.random() * (LAST - FIRST)) / BLOCK);
    const ports = Array.from({ length: BLOCK }, (_, offset) => base + offset);
    const free = await Promise.all(ports.map(isFree));
    if (free.every(Boolean)) return base;
  }
  throw new Error('No free block of ports was found on this machine.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
