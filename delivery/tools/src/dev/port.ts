import { once } from 'node:events';
import { createServer } from 'node:net';
import { Refused } from '@portal/shared-process/command-line';
import type { DevAddresses } from './addresses.ts';

/** @throws Refused when the frame's port is taken */
export async function refuseTakenPort({ port, portBase }: DevAddresses): Promise<void> {
  const probe = createServer().listen(port, 'localhost');
  try {
    await once(probe, 'listening');
  } catch {
    throw new Refused(
      `Port ${port} is taken: please end what listens there, or choose another PORT_BASE than ${portBase}.`,
    );
  }
  probe.close();
  await once(probe, 'close');
}
