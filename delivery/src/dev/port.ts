import { once } from 'node:events';
import { createServer } from 'node:net';
import type { DevAddresses } from './addresses.ts';
import { Refusal } from './refusal.ts';

/** @throws Refusal when the frame's port is taken */
export async function refuseTakenPort({ port, portBase }: DevAddresses): Promise<void> {
  const probe = createServer().listen(port, 'localhost');
  try {
    await once(probe, 'listening');
  } catch {
    throw new Refusal(
      `Port ${port} is taken: please end what listens there, or choose another PORT_BASE than ${portBase}.`,
    );
  }
  probe.close();
  await once(probe, 'close');
}
