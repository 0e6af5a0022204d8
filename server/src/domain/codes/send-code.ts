import { createHmac, randomInt } from 'node:crypto';
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
import { type CodeType, codeLetter, codeSms } from '../../mail/code-messages.ts';
import { mailLetter } from '../../mail/send.ts';
import { deriveKey } from '../../secrets.ts';
import type { AccountContext } from '../account-context.ts';
import { queueMessage } from '../outbox.ts';
import { countHit } from '../rate-limits.ts';
import { SENDS } from './limits.ts';

/** What a code is bound to: it is no code for another type, subject or target. */
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
 * Draws a code and queues its message, both or neither. The row is the lock: of a hundred calls at
 * once one finds its wait over, the others are too soon.
 * @param request.longWait the flag of the v2 call (spec §9)
 * @param request.toNobody does all of it, and the message is never sent
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
      await queueCode(tx, type, target, { locale, dropped: toNobody, expiresAt }, code);
      return { kind: 'sent', resendAt: values.resendAt, expiresAt };
    });
  } catch (error) {
    if (error instanceof TooMany) return { kind: 'too_soon', resendAt: error.resendAt };
    throw error;
  }
}

/** The database alone tells no code, and a hash is good for one type, subject and target only. */
export function codeHash(
  { config }: AccountContext,
  { type, subject }: CodeBinding,
  target: string,
  code: string,
): string {
  return createHmac('sha256', deriveKey(config.secrets, 'verification-code'))
    .update(JSON.stringify([type, subject, target, code]))
    .digest('base64url');
}

/** Subjects may be addresses, which the counters must not hold. */
export function limitSubject({ config }: AccountContext, subject: string): string {
  return createHmac('sha256', deriveKey(config.secrets, 'rate-limit'))
    .update(subject)
    .digest('base64url');
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

async function queueCode(
  tx: AccountContext,
  type: CodeType,
  { channel, address }: CodeTarget,
  sending: { readonly locale: Locale; readonly dropped: boolean; readonly expiresAt: Date },
  code: string,
): Promise<void> {
  const { locale } = sending;
  if (channel === 'email') {
    return mailLetter(tx, { email: address, ...sending }, codeLetter(locale, type, code));
  }
  const text = codeSms(tx.config.brand.name[locale], locale, type, code);
  await queueMessage(tx, { kind: 'sms', recipient: address, text, ...sending });
}
