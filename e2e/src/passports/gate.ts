import { gate as runGate } from '@portal/server/gate';
import type { Addresses } from '../support/portal.ts';

/** `npm run gate -- …` against the portal under test, as staff run it. Returns what it prints. */
export function gate(portal: Addresses, ...args: string[]): Promise<string> {
  return gateAt(() => new Date(), portal, ...args);
}

/** The same at a gate whose clock shows another time. A gate with a connection asks the server's clock. */
export async function gateAt(
  now: () => Date,
  { operator }: Addresses,
  ...args: string[]
): Promise<string> {
  const lines: string[] = [];
  const print = (text: string) => lines.push(text);
  await runGate(args, { env: operator, clock: { now }, print, printError: print });
  return lines.join('\n');
}
