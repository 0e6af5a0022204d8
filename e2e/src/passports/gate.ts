import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { gate as runGate } from '@portal/server/gate';
import type { Addresses } from '../support/portal.ts';

/** `npm run gate -- …` against the portal under test, as staff run it. Returns what it prints. */
export function gate(portal: Addresses, ...args: string[]): Promise<string> {
  return gateAt(() => new Date(), portal, ...args);
}

/** The same at a gate whose clock shows another time. A gate with a connection asks the server's clock. */
export async function gateAt(
  now: () => Date,
  { operator, outbox }: Addresses,
  ...args: string[]
): Promise<string> {
  const lines: string[] = [];
  const print = (text: string) => lines.push(text);
  const GATE_LIST = path.join(operator.DATA_DIR, 'gate-list');
  const GATE_TOKEN = await staffToken(outbox);
  const env = { ...operator, GATE_TOKEN, GATE_LIST, GATE_LIST_MINUTES: '120' };
  if (args.includes('--offline')) {
    await runGate(['--fetch-list'], { env, clock: { now }, print() {}, printError: print });
  }
  await runGate(args, { env, clock: { now }, print, printError: print });
  return lines.join('\n');
}

const tokens = new Map<string, Promise<string>>();

/** The token of a credential of the staff, made once for each portal. */
function staffToken(outbox: string): Promise<string> {
  const known = tokens.get(outbox) ?? makeToken(outbox);
  tokens.set(outbox, known);
  return known;
}

async function makeToken(outbox: string): Promise<string> {
  const answer = await fetch(new URL('/staff', outbox), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      command: 'add',
      name: `Gate ${randomUUID()}`,
      scopes: ['check_gate', 'confirm_identity', 'take_payment', 'refund'],
      days: 1,
    }),
  });
  const { lines } = (await answer.json()) as { lines: string[] };
  return lines[0] ?? '';
}
