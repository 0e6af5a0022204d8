import type { AccountContext } from '@portal/server-members/account-context';
import { openText, type Seal, sealText } from '@portal/server-platform/crypto/sealed-text';
import { findRow, updateRows } from '@portal/server-platform/database/rows';
import {
  type AttemptBudget,
  budgetOf,
  budgetSubject,
} from '@portal/server-platform/limits/attempt-limit';
import { countHit, forgetHits, type RateLimit } from '@portal/server-platform/limits/rate-limits';
import { and, eq, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { totpSecrets } from '../schema/second-step-methods.ts';
import { type CheckResult, checkWithinLimits } from './limited-check.ts';

/** RFC 6238 with the parameters that every app supports: SHA-1, six digits, 30 seconds. */
const PERIOD_S = 30;
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: PERIOD_S } as const;
const SECRET_BYTES = 20;
/** One step before and after, for clocks that differ a little (RFC 6238 §5.2). */
const WINDOW = 1;
/** Limits wrong codes; a right code resets the count. */
const TRIES: RateLimit = { name: 'totp', limit: 5, windowMs: 5 * 60 * 1000 };
/** The same for a member who adds the app: strangers at the sign-in do not use it up. */
const CONFIRM_TRIES: RateLimit = { ...TRIES, name: 'totp-confirm' };

export const totpSeal = (memberId: string): Seal => ({ purpose: 'totp-secret', owner: memberId });

/** Creates a secret for the app, without effect until its first code; an app confirmed before works until then. */
export async function beginTotp(
  context: AccountContext,
  member: { readonly id: string; readonly email: string; readonly locale: 'ja' | 'en' },
): Promise<{ readonly secret: string; readonly uri: string }> {
  const secret = new Secret({ size: SECRET_BYTES });
  const { secrets } = context.config;
  const sealedSecret = sealText(secrets, totpSeal(member.id), secret.base32);
  const values = { createdAt: context.clock.now(), pendingSecret: sealedSecret };
  await context.db
    .insert(totpSecrets)
    .values({ memberId: member.id, ...values })
    .onConflictDoUpdate({ target: totpSecrets.memberId, set: values });
  const issuer = context.config.brand.name[member.locale];
  const uri = new TOTP({ ...SETTINGS, issuer, label: member.email, secret }).toString();
  return { secret: secret.base32, uri };
}

/** Confirms the latest secret with one of its codes. Call it inside `inTransaction`. */
export async function confirmTotp(
  tx: AccountContext,
  memberId: string,
  code: string,
): Promise<CheckResult> {
  const begun = await findRow(tx, totpSecrets, { memberId }, 'update');
  if (!(await countHit(tx, CONFIRM_TRIES, memberId)).allowed) return 'too_many';
  const { pendingSecret: sealedSecret } = begun ?? {};
  const lastStep = stepOf(tx, memberId, sealedSecret, code);
  if (typeof lastStep === 'string') return lastStep;
  const confirmed = { sealedSecret, pendingSecret: null, confirmedAt: tx.clock.now(), lastStep };
  await updateRows(tx, totpSecrets, { memberId }, confirmed);
  await forgetHits(tx, CONFIRM_TRIES, memberId);
  return 'right';
}

/** Checks a code at sign-in. Each is good once, even if it is sent twice at the same time. */
export async function checkTotp(
  context: AccountContext,
  memberId: string,
  code: string,
  budget: AttemptBudget = budgetOf(memberId, undefined),
): Promise<CheckResult> {
  const limits = { memberId, budget, tries: TRIES };
  const result = await checkWithinLimits(context, limits, () => spendStep(context, memberId, code));
  if (result === 'right') await forgetHits(context, TRIES, budgetSubject(budget));
  return result;
}

/** Spends the time step of a code that is right and unused; `unreadable` where no key of ours opens the secret. */
async function spendStep(context: AccountContext, memberId: string, code: string) {
  const known = await findRow(context, totpSecrets, { memberId });
  const lastStep = stepOf(context, memberId, known?.sealedSecret, code);
  if (typeof lastStep === 'string') return lastStep === 'unreadable' && lastStep;
  const isUnused = and(eq(totpSecrets.memberId, memberId), lt(totpSecrets.lastStep, lastStep));
  return (await updateRows(context, totpSecrets, isUnused, { lastStep })).length > 0;
}

export const hasTotp = async (context: AccountContext, memberId: string): Promise<boolean> =>
  Boolean((await findRow(context, totpSecrets, { memberId }))?.confirmedAt);

/** The time step of a code, by the sealed secret of a member's app. */
function stepOf(
  { clock, config }: AccountContext,
  memberId: string,
  sealed: string | null | undefined,
  code: string,
): number | 'wrong' | 'unreadable' {
  if (!sealed) return 'wrong';
  const secret = openText(config.secrets, totpSeal(memberId), sealed);
  if (secret === undefined) return 'unreadable';
  const timestamp = clock.now().getTime();
  const totp = new TOTP({ ...SETTINGS, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? 'wrong' : Math.floor(timestamp / 1000 / PERIOD_S) + delta;
}
