import { todayInJapan } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { passports } from '../../db/schema/passports.ts';
import type { SignInSessions } from '../sessions.ts';
import { type GateContext, opensGate } from './gate-codes.ts';
import { sessionTag } from './gate-grant-format.ts';
import { gateKeys } from './gate-keys.ts';
import type { PassportRecord } from './passport.ts';
import { readShownCode, timeOfShownCode } from './read-shown-code.ts';

type CheckContext = GateContext & { readonly sessions: Pick<SignInSessions, 'list'> };

/** Why a code does not open the gate. */
type GateRefusal =
  | Extract<ReturnType<typeof readShownCode>, string>
  | Exclude<ReturnType<typeof timeOfShownCode>, 'now'>
  | 'unknown'
  | 'replaced'
  | 'signed_out'
  | Exclude<ReturnType<typeof opensGate>, 'yes'>;

export type GateVerdict =
  | { readonly valid: true; readonly passport: PassportRecord }
  | { readonly valid: false; readonly reason: GateRefusal; readonly passport?: PassportRecord };

/**
 * Checks a code shown at the gate: signatures, time, passport and version (product §14.33), and for the code
 * of a device whether it is still signed in (product §14.63).
 */
export async function checkGateCode(context: CheckContext, text: string): Promise<GateVerdict> {
  const now = context.clock.now();
  const claims = readShownCode(text, gateKeys(context.config).verifying);
  if (typeof claims === 'string') return { valid: false, reason: claims };
  const [passport] = await context.db
    .select()
    .from(passports)
    .where(eq(passports.id, claims.passportId));
  if (!passport) return { valid: false, reason: 'unknown' };
  const time = timeOfShownCode(claims, now);
  if (time !== 'now') return { valid: false, reason: time, passport };
  const opens = opensGate(passport, todayInJapan(now));
  if (opens !== 'yes') return { valid: false, reason: opens, passport };
  if (claims.version !== passport.codeVersion)
    return { valid: false, reason: 'replaced', passport };
  if (claims.grant && !(await isSignedIn(context, passport.ownerId, claims.grant.session)))
    return { valid: false, reason: 'signed_out', passport };
  return { valid: true, passport };
}

/** Whether the session that a grant names goes on. */
async function isSignedIn(
  context: CheckContext,
  memberId: string,
  session: string,
): Promise<boolean> {
  const sessions = await context.sessions.list(context, memberId);
  return sessions.some(({ id }) => sessionTag(id) === session);
}
