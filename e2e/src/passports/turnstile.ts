import path from 'node:path';
import { turnstile as runTurnstile } from '@portal/server-main/commands/turnstile';
import type { Addresses } from '../support/portal.ts';
import { staffToken } from '../support/staff-token.ts';

const SCOPES = ['check_turnstile', 'confirm_identity', 'take_payment', 'refund'];

/** `npm run turnstile -- …` against the portal under test, as staff run it. Returns what it prints. */
export function turnstile(portal: Addresses, ...args: string[]): Promise<string> {
  return turnstileAt(() => new Date(), portal, ...args);
}

/** The same at a turnstile whose clock shows another time. A turnstile with a connection asks the server's clock. */
export async function turnstileAt(
  now: () => Date,
  { operator, outbox }: Addresses,
  ...args: string[]
): Promise<string> {
  const lines: string[] = [];
  const print = (text: string) => lines.push(text);
  const TURNSTILE_LIST = path.join(operator.DATA_DIR, 'turnstile-list');
  const TURNSTILE_NAME = '正面入口';
  const TURNSTILE_TOKEN = await turnstileToken(outbox);
  const env = {
    ...operator,
    TURNSTILE_TOKEN,
    TURNSTILE_LIST,
    TURNSTILE_LIST_MINUTES: '120',
    TURNSTILE_NAME,
  };
  if (args.includes('--offline')) {
    await runTurnstile(['--fetch-list'], { env, clock: { now }, print() {}, printError: print });
  }
  await runTurnstile(args, { env, clock: { now }, print, printError: print });
  return lines.join('\n');
}

const tokens = new Map<string, Promise<string>>();

/** The token of a credential of the staff, made once for each portal. */
function turnstileToken(outbox: string): Promise<string> {
  const known = tokens.get(outbox) ?? staffToken(outbox, SCOPES);
  tokens.set(outbox, known);
  return known;
}
