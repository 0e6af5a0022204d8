import { gate as runGate } from '@portal/server/gate';
import type { Addresses } from '../support/portal.ts';

/** `npm run gate -- …` against the portal under test, as staff run it. Returns what it prints. */
export async function gate({ operator }: Addresses, ...args: string[]): Promise<string> {
  const lines: string[] = [];
  const print = (text: string) => lines.push(text);
  await runGate(args, { env: operator, print, printError: print });
  return lines.join('\n');
}
