import { todayInJapan } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { passports } from '../../db/schema/passes.ts';
import { type GateContext, opensGate } from './codes.ts';
import { readGateCode, timeOfCode } from './gate-code.ts';
import { gateKeys } from './gate-keys.ts';
import type { PassRecord } from './pass.ts';

/** Why a shown code does not open the gate. */
export type GateRefusal =
  | 'malformed'
  | 'forged'
  | 'early'
  | 'late'
  | 'unknown'
  | 'replaced'
  | Exclude<ReturnType<typeof opensGate>, 'yes'>;

export type GateVerdict =
  | { readonly valid: true; readonly pass: PassRecord }
  | { readonly valid: false; readonly reason: GateRefusal; readonly pass?: PassRecord };

/** What a code that somebody shows at the gate is worth now. */
export async function checkAtGate(context: GateContext, text: string): Promise<GateVerdict> {
  const now = context.clock.now();
  const claims = readGateCode(text, gateKeys(context.config).verifying);
  if (typeof claims === 'string') return { valid: false, reason: claims };
  const [pass] = await context.db.select().from(passports).where(eq(passports.id, claims.passId));
  if (!pass) return { valid: false, reason: 'unknown' };
  const time = timeOfCode(claims, now);
  if (time !== 'now') return { valid: false, reason: time, pass };
  const opens = opensGate(pass, todayInJapan(now));
  if (opens !== 'yes') return { valid: false, reason: opens, pass };
  if (claims.version !== pass.codeVersion) return { valid: false, reason: 'replaced', pass };
  return { valid: true, pass };
}
