import { todayInJapan } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import { inTransaction } from '../../db/database.ts';
import { passports } from '../../db/schema/passports.ts';
import type { SignInSessions } from '../sessions.ts';
import { findByRequest } from '../staff/staff-acts.ts';
import { lockPassports } from './access.ts';
import { type GateContext, opensGate } from './gate-codes.ts';
import { sessionTag } from './gate-grant-format.ts';
import { gateKeys } from './gate-keys.ts';
import { countUse, type GateCall, type UseRefusal } from './gate-uses.ts';
import type { PassportRecord } from './passport.ts';
import { readShownCode, type ShownClaims, timeOfShownCode } from './read-shown-code.ts';

type CheckContext = GateContext & {
  readonly config: Pick<Config, 'gateReentryMs'>;
  readonly sessions: Pick<SignInSessions, 'list'>;
};

/** Why a code does not open the gate. */
type GateRefusal =
  | Extract<ReturnType<typeof readShownCode>, string>
  | Exclude<ReturnType<typeof timeOfShownCode>, 'now'>
  | 'unknown'
  | 'request_reused'
  | 'replaced'
  | 'signed_out'
  | Exclude<ReturnType<typeof opensGate>, 'yes'>;

export type GateVerdict =
  | { readonly valid: true; readonly passport: PassportRecord }
  | { readonly valid: false; readonly reason: GateRefusal; readonly passport?: PassportRecord }
  | ({ readonly valid: false; readonly passport: PassportRecord } & UseRefusal);

/**
 * Checks a code shown at the gate and counts its use: signatures, time, passport and version (product
 * §14.33), for the code of a device whether it is still signed in (product §14.63), and whether the passport
 * was used with this code or a later one (product §14.470).
 */
export async function checkGateCode(
  context: CheckContext,
  text: string,
  call: GateCall,
): Promise<GateVerdict> {
  const claims = readShownCode(text, gateKeys(context.config).verifying);
  if (typeof claims === 'string') return { valid: false, reason: claims };
  return inTransaction(context.db, async (db) => {
    const tx = { ...context, db };
    // Two gates that read one code at the same time follow each other.
    const [passport] = await lockPassports(tx, eq(passports.id, claims.passportId));
    if (!passport) return { valid: false, reason: 'unknown' };
    const again = await answeredBefore(tx, passport, claims, call);
    if (again) return again;
    const reason = await refusalOf(tx, passport, claims);
    if (reason) return { valid: false, reason, passport };
    const refused = await countUse(tx, passport, claims.window, call);
    return refused ? { valid: false, passport, ...refused } : { valid: true, passport };
  });
}

/** The answer to a call that the gate sends again, because it did not get the first. */
async function answeredBefore(
  tx: CheckContext,
  passport: PassportRecord,
  claims: ShownClaims,
  { staff, requestId }: GateCall,
): Promise<GateVerdict | undefined> {
  const use = await findByRequest(tx, staff, requestId);
  if (!use) return undefined;
  const isSame = use.passportId === passport.id && use.codePeriod === claims.window;
  return isSame ? { valid: true, passport } : { valid: false, reason: 'request_reused' };
}

/** Why the code does not open the gate, whether it was used or not. */
async function refusalOf(
  context: CheckContext,
  passport: PassportRecord,
  claims: ShownClaims,
): Promise<GateRefusal | undefined> {
  const now = context.clock.now();
  const time = timeOfShownCode(claims, now);
  if (time !== 'now') return time;
  const opens = opensGate(passport, todayInJapan(now));
  if (opens !== 'yes') return opens;
  if (claims.version !== passport.codeVersion) return 'replaced';
  if (claims.grant && !(await isSignedIn(context, passport.ownerId, claims.grant.session)))
    return 'signed_out';
  return undefined;
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
