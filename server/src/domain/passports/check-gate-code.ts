import { todayInJapan } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { passports } from '../../db/schema/passports.ts';
import { readGateCode, timeOfCode } from './gate-code-format.ts';
import { type GateContext, opensGate } from './gate-codes.ts';
import { gateKeys } from './gate-keys.ts';
import type { PassportRecord } from './passport.ts';

/** Why a code does not open the gate. */
type GateRefusal =
  | 'malformed'
  | 'forged'
  | 'early'
  | 'late'
  | 'unknown'
  | 'replaced'
  | Exclude<ReturnType<typeof opensGate>, 'yes'>;

export type GateVerdict =
  | { readonly valid: true; readonly passport: PassportRecord }
  | { readonly valid: false; readonly reason: GateRefusal; readonly passport?: PassportRecord };

/** Checks a code shown at the gate: signature, time, passport and version (product §14.33). */
export async function checkGateCode(context: GateContext, text: string): Promise<GateVerdict> {
  const now = context.clock.now();
  const claims = readGateCode(text, gateKeys(context.config).verifying);
  if (typeof claims === 'string') return { valid: false, reason: claims };
  const [passport] = await context.db
    .select()
    .from(passports)
    .where(eq(passports.id, claims.passportId));
  if (!passport) return { valid: false, reason: 'unknown' };
  const time = timeOfCode(claims, now);
  if (time !== 'now') return { valid: false, reason: time, passport };
  const opens = opensGate(passport, todayInJapan(now));
  if (opens !== 'yes') return { valid: false, reason: opens, passport };
  if (claims.version !== passport.codeVersion)
    return { valid: false, reason: 'replaced', passport };
  return { valid: true, passport };
}
