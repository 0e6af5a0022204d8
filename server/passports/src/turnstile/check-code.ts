import type { SignInSessions } from '@portal/server-members/account-context';
import { transact } from '@portal/server-platform/database/database';
import { todayInJapan } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { lockPassports } from '../passport/access.ts';
import type { PassportRecord } from '../passport/passport.ts';
import { countUse, type TurnstileCall, type UseRefusal } from '../passport/turnstile-uses.ts';
import { passports } from '../schema/passports.ts';
import type { PassportSettings } from '../settings.ts';
import { findByRequest } from '../staff/staff-acts.ts';
import { turnstileKeys } from './code-format.ts';
import { opensTurnstile, type TurnstileContext } from './codes.ts';
import { sessionTag } from './grant-format.ts';
import { readShownCode, type ShownClaims, timeOfShownCode } from './read-shown-code.ts';

type CheckContext = TurnstileContext & {
  readonly config: Pick<PassportSettings, 'turnstileReentryMs'>;
  readonly sessions: Pick<SignInSessions, 'list'>;
};

type TurnstileRefusal =
  | Extract<ReturnType<typeof readShownCode>, string>
  | Exclude<ReturnType<typeof timeOfShownCode>, 'now'>
  | 'unknown'
  | 'request_reused'
  | 'replaced'
  | 'signed_out'
  | Exclude<ReturnType<typeof opensTurnstile>, 'yes'>;

export type TurnstileVerdict =
  | { readonly valid: true; readonly passport: PassportRecord }
  | { readonly valid: false; readonly reason: TurnstileRefusal; readonly passport?: PassportRecord }
  | ({ readonly valid: false; readonly passport: PassportRecord } & UseRefusal);

/**
 * Checks a code shown at the turnstile and counts its use: signatures, time, passport and version, for the code of a
 * device whether it is still signed in, and whether the passport was used with this code or a later one.
 */
export async function checkTurnstileCode(
  context: CheckContext,
  text: string,
  call: TurnstileCall,
): Promise<TurnstileVerdict> {
  const claims = readShownCode(text, turnstileKeys(context.config).verifying);
  if (typeof claims === 'string') return { valid: false, reason: claims };
  return transact(context, async (tx) => {
    // Two turnstiles that read one code at the same time follow each other.
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

/** The answer to a call that the turnstile sends again, because it did not get the first. */
async function answeredBefore(
  tx: CheckContext,
  passport: PassportRecord,
  claims: ShownClaims,
  { staff, requestId }: TurnstileCall,
): Promise<TurnstileVerdict | undefined> {
  const use = await findByRequest(tx, staff, requestId);
  if (!use) return undefined;
  const isSame = use.passportId === passport.id && use.codePeriod === claims.window;
  return isSame ? { valid: true, passport } : { valid: false, reason: 'request_reused' };
}

/** Why the code does not open the turnstile, whether it was used or not. */
async function refusalOf(context: CheckContext, passport: PassportRecord, claims: ShownClaims) {
  const now = context.clock.now();
  const time = timeOfShownCode(claims, now);
  if (time !== 'now') return time;
  const opens = opensTurnstile(passport, todayInJapan(now));
  if (opens !== 'yes') return opens;
  if (claims.version !== passport.codeVersion) return 'replaced';
  if (claims.grant && !(await isSignedIn(context, passport.ownerId, claims.grant.session)))
    return 'signed_out';
  return undefined;
}

async function isSignedIn(context: CheckContext, memberId: string, session: string) {
  const sessions = await context.sessions.list(context, memberId);
  return sessions.some(({ id }) => sessionTag(id) === session);
}
