import { randomInt } from 'node:crypto';
import {
  CODE_DIGITS,
  CODE_LIFETIME_MS,
  type CodeChannel,
  type Locale,
  resendSeconds,
} from '@portal/shared-contract';
import { and, eq, lte } from 'drizzle-orm';
import { inTransaction } from '../../db/database.ts';
import { verificationCodes } from '../../db/schema/codes.ts';
import { keyedHash } from '../../secrets.ts';
import type { AccountContext } from '../account-context.ts';
import type { CodeType } from '../messages.ts';
import { countHit } from '../rate-limits.ts';
import { SENDS } from './limits.ts';

/** What a code is bound to: its type, subject and target (product §11.1). */
export type CodeBinding = {
  readonly type: CodeType;
  /** A member's id, or a normalised e-mail address where there is no member yet. */
  readonly subject: string;
};

export type CodeTarget = {
  readonly channel: CodeChannel;
  /** The e-mail address or E.164 number to which it goes. */
  readonly address: string;
};

export type SendOutcome =
  | { readonly kind: 'sent'; readonly resendAt: Date; readonly expiresAt: Date }
  /** Nothing was sent, and the code that is on its way still holds. */
  | { readonly kind: 'too_soon'; readonly resendAt: Date };

class TooMany extends Error {
  readonly resendAt: Date;
  constructor(resendAt: Date) {
    super('Too many codes');
    this.resendAt = resendAt;
  }
}

/**
 * Creates a code and queues its message, both or neither. The code's row serves as the lock: of
 * many parallel calls one finds the resend wait over, and the others are too soon.
 * @param request.longWait the flag of the v2 call (product §9.3)
 * @param request.toNobody does the same work, but the message is never sent
 */
export async function sendCode(
  context: AccountContext,
  {
    type,
    subject,
    target,
    locale,
    longWait = false,
    toNobody = false,
  }: CodeBinding & {
    target: CodeTarget;
    locale: Locale;
    longWait?: boolean;
    toNobody?: boolean;
  },
): Promise<SendOutcome> {
  const now = context.clock.now();
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const values = {
    target: target.address,
    codeHash: codeHash(context, { type, subject }, target.address, code),
    failedAttempts: 0,
    sentAt: now,
    resendAt: new Date(now.getTime() + resendSeconds(type, longWait) * 1000),
    expiresAt: new Date(now.getTime() + CODE_LIFETIME_MS),
    usedAt: null,
  };
  try {
    return await inTransaction(context.db, async (db): Promise<SendOutcome> => {
      const tx = { ...context, db };
      const [written] = await db
        .insert(verificationCodes)
        .values({ type, subject, ...values })
        .onConflictDoUpdate({
          target: [verificationCodes.type, verificationCodes.subject],
          set: values,
          setWhere: lte(verificationCodes.resendAt, now),
        })
        .returning({ type: verificationCodes.type });
      if (!written) return { kind: 'too_soon', resendAt: await resendAtOf(tx, { type, subject }) };

      const verdict = await countHit(tx, SENDS, limitSubject(context, subject));
      if (!verdict.allowed) throw new TooMany(new Date(now.getTime() + verdict.retryAfter * 1000));
      const { expiresAt } = values;
      const { channel, address } = target;
      const to = channel === 'sms' ? { sms: address, locale } : { email: address, locale };
      const options = { dropped: toNobody, expiresAt };
      await tx.sendMessage(tx, to, { kind: 'code', type, code }, options);
      return { kind: 'sent', resendAt: values.resendAt, expiresAt };
    });
  } catch (error) {
    if (error instanceof TooMany) return { kind: 'too_soon', resendAt: error.resendAt };
    throw error;
  }
}

/**
 * An HMAC over the code with its type, subject and target, so that the database does not reveal the
 * code and a hash fits nothing else.
 */
export function codeHash(
  { config }: AccountContext,
  { type, subject }: CodeBinding,
  target: string,
  code: string,
): string {
  const bound = JSON.stringify([type, subject, target, code]);
  return keyedHash(config.secrets, 'verification-code', bound);
}

/**
 * The subject of the counters, as HMAC: it may be an e-mail address, which counters must not
 * contain.
 */
function limitSubject({ config }: AccountContext, subject: string): string {
  return keyedHash(config.secrets, 'rate-limit', subject);
}

async function resendAtOf(
  { db, clock }: AccountContext,
  { type, subject }: CodeBinding,
): Promise<Date> {
  const [present] = await db
    .select({ resendAt: verificationCodes.resendAt })
    .from(verificationCodes)
    .where(and(eq(verificationCodes.type, type), eq(verificationCodes.subject, subject)));
  return present?.resendAt ?? clock.now();
}
