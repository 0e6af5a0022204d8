import { randomUUID } from 'node:crypto';
import { hasFailed } from '@portal/server-mail/queue';
import type { AccountContext } from '@portal/server-members/account-context';
import type { RequestDevice } from '@portal/server-members/devices';
import { isUuid, normalizeEmail } from '@portal/server-members/members';
import type { ClosedAccount, CodeType } from '@portal/server-members/messages';
import type { Member } from '@portal/server-members/schema/members';
import { transact } from '@portal/server-platform/database/database';
import { equals, findRow, updateRows } from '@portal/server-platform/database/rows';
import { drawDigits, newSecret, secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { countHit, keyedSubject } from '@portal/server-platform/limits/rate-limits';
import {
  CODE_DIGITS,
  CODE_LIFETIME_MS,
  CODE_TRIES,
  type Locale,
  RESET_LINK_MS,
  resendSeconds,
  type Work,
} from '@portal/shared-contract';
import { isKeyedHash, keyedHash } from '@portal/shared-process/secrets';
import { lte } from 'drizzle-orm';
import { verificationCodes } from '../schema/codes.ts';
import { countMessage, type MessageVerdict } from './count-message.ts';
import type { Asker, CodeTarget } from './message-share.ts';
import { checkWork, workFor } from './proof-of-work.ts';

export type CodeBinding = {
  readonly type: CodeType;
  /** A member's id, or a normalised email address where there is no member yet. */
  readonly subject: string;
};

type AskingBrowser = {
  /** The secret of its last code of this type, which the new code makes void. */
  readonly request?: string | undefined;
  /** The network from which a first code is asked for, for the resend wait. */
  readonly network?: string;
  /** Whose codes are counted together, if not all of the code's type and subject. */
  readonly countedAs?: string | undefined;
};

export type SendOutcome =
  | {
      readonly kind: 'sent';
      readonly resendAt: Date;
      readonly expiresAt: Date;
      /** The secret with which the browser that asked can use the code; for `AskingBrowser` only. */
      readonly request?: string | undefined;
    }
  /** Nothing was sent, and the code that is on its way still holds. */
  | { readonly kind: 'too_soon'; readonly resendAt: Date }
  | { readonly kind: 'limited'; readonly retryAt: Date }
  /** Nothing was sent, because the mailbox or number has refused the message of the last code. */
  | { readonly kind: 'refused'; readonly channel: CodeTarget['channel'] }
  /** Nothing was sent: the browser does some work first. */
  | { readonly kind: 'work_required'; readonly work: Work };

export type SendRequest = CodeBinding & {
  readonly target: CodeTarget;
  readonly locale: Locale;
  readonly network: string;
  readonly asker: Asker;
  readonly work?: string | undefined;
  readonly device?: RequestDevice | undefined;
  /** The flag of the v2 call. */
  readonly longWait?: boolean;
  /** Does the same work, but the message is never sent. */
  readonly toNobody?: boolean;
  readonly browser?: AskingBrowser;
  /** Makes the URL of a link that does what the code does; the link outlives the code. */
  readonly linkUrl?: (secret: string) => string;
  /** The address has a closed account, and the message says so. */
  readonly closed?: ClosedAccount;
  /** The member's name, where the address is known to be theirs. */
  readonly name?: Pick<Member, 'lastName' | 'firstName'> | undefined;
};

const PURPOSE = 'verification-code';
type SentCode = { readonly target: string; readonly code: string };

class NotSent extends Error {
  readonly verdict: Exclude<MessageVerdict, { kind: 'allowed' }> | TooSoon;
  constructor(verdict: NotSent['verdict']) {
    super('Too many messages or codes');
    this.verdict = verdict;
  }
}
type TooSoon = Extract<SendOutcome, { kind: 'too_soon' }>;
const tooSoon = (resendAt: Date) => new NotSent({ kind: 'too_soon', resendAt });

/** Creates a code and queues its message, both or neither; of parallel calls the resend wait lets one through. */
export async function sendCode(
  context: AccountContext,
  {
    target,
    locale,
    network,
    device,
    longWait = false,
    toNobody = false,
    asker,
    work: answer,
    browser,
    linkUrl,
    closed,
    name,
    ...binding
  }: SendRequest,
): Promise<SendOutcome> {
  if (await wasLastRefused(context, binding, target, browser)) {
    return { kind: 'refused', channel: target.channel };
  }
  const now = context.clock.now();
  const messageId = randomUUID();
  const later = (ms: number) => new Date(now.getTime() + ms);
  const code = drawDigits(CODE_DIGITS);
  const link = linkUrl && newSecret();
  const values = {
    target: target.address,
    codeHash: codeHash(context, binding, { target: target.address, code }),
    failedAttempts: 0,
    sentAt: now,
    resendAt: later(resendSeconds(binding.type, longWait) * 1000),
    expiresAt: later(CODE_LIFETIME_MS),
    usedAt: null,
    linkHash: link ? secretHash(link) : null,
    linkExpiresAt: link ? later(RESET_LINK_MS) : null,
    messageId,
  };
  const { resendAt, expiresAt } = values;
  // The same for every spelling of an address.
  const address = normalizeEmail(target.address) ?? target.address;
  const about = JSON.stringify([binding.type, binding.subject, address]);
  const work = await checkWork(context, about, answer);
  try {
    const { sent, budget } = await transact(context, async (tx) => {
      const request = browser && newSecret();
      if (browser && request) {
        await waitOfBrowser(tx, binding, browser, resendAt);
        await tx.db
          .insert(verificationCodes)
          .values({ ...binding, ...values, request: secretHash(request) });
      } else {
        await replaceCode(tx, binding, values);
      }
      const { type, subject } = binding;
      const id = isUuid(subject) ? subject : undefined;
      const where = target.channel === 'sms' ? { sms: target.address } : { email: target.address };
      const url = link && linkUrl?.(link);
      const message = { kind: 'code', type, code, at: now, device, closed } as const;
      // A message with a link is worth sending after its code has expired.
      const until = values.linkExpiresAt ?? expiresAt;
      await tx.sendMessage(
        tx,
        { ...name, id, locale, ...where },
        { ...message, ...(url && { url }) },
        { id: messageId, dropped: toNobody, expiresAt: until },
      );
      // Those of strangers are counted apart from those of the account's owner.
      const account = browser ? [type, browser.countedAs ?? subject] : [subject];
      const costly = { target, account, network, asker, work, toNobody };
      const verdict = await countMessage(tx, costly);
      if (verdict.kind !== 'allowed') throw new NotSent(verdict);
      const sent = { kind: 'sent', resendAt, expiresAt, request } as const;
      return { sent, budget: verdict.budget };
    });
    if (!toNobody) context.messageMonitor.codeCounted(target.channel, budget);
    return sent;
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    const { verdict } = error;
    if (verdict.kind === 'too_soon') return verdict;
    if (verdict.kind === 'work_required') {
      return { kind: 'work_required', work: workFor(context, about, verdict.bits) };
    }
    context.messageMonitor.codeRefused(target.channel, verdict.limit);
    return { kind: 'limited', retryAt: verdict.retryAt };
  }
}

/**
 * Whether the message of the asker's last code, which still holds, came to a mailbox or number that takes none. Not
 * said of a reset, whose message goes to nobody where the address has no account, and so reveals which has one.
 */
async function wasLastRefused(
  context: AccountContext,
  binding: CodeBinding,
  { address }: CodeTarget,
  browser: AskingBrowser | undefined,
): Promise<boolean> {
  if (binding.type === 'mfa_forgot_password') return false;
  if (browser && browser.request === undefined) return false;
  const request = browser?.request === undefined ? '' : secretHash(browser.request);
  const last = await findRow(context, verificationCodes, isCode(binding, request));
  const holds = last?.target === address && last.expiresAt > context.clock.now();
  return holds && last.messageId !== null && hasFailed(context, last.messageId);
}

/** Writes the one code of a signed-in member; its row is the lock that enforces the resend wait. */
async function replaceCode(
  tx: AccountContext,
  binding: CodeBinding,
  values: Omit<typeof verificationCodes.$inferInsert, 'type' | 'subject' | 'request'>,
): Promise<void> {
  const { type, subject, request, resendAt } = verificationCodes;
  const now = tx.clock.now();
  const target = [type, subject, request];
  const [written] = await tx.db
    .insert(verificationCodes)
    .values({ ...binding, ...values })
    .onConflictDoUpdate({ target, set: values, setWhere: lte(resendAt, now) })
    .returning({ type });
  if (written) return;
  const present = await findRow(tx, verificationCodes, isCode(binding, ''));
  throw tooSoon(present?.resendAt ?? now);
}

/**
 * Enforces the resend wait of a browser and makes its last code void; the link of that code's message stays good. A
 * browser without a last code waits by its network, so that nobody elsewhere makes it wait.
 */
async function waitOfBrowser(
  tx: AccountContext,
  binding: CodeBinding,
  { request, network }: AskingBrowser,
  resendAt: Date,
): Promise<void> {
  const now = tx.clock.now();
  if (request !== undefined) {
    const which = isCode(binding, secretHash(request));
    const last = await findRow(tx, verificationCodes, which, 'update');
    if (last && last.resendAt > now) throw tooSoon(last.resendAt);
    // The later wait makes a parallel call with the same secret too soon.
    const voided = { failedAttempts: CODE_TRIES, resendAt };
    if (last) return void (await updateRows(tx, verificationCodes, which, voided));
  }
  if (network === undefined) return;
  const windowMs = resendAt.getTime() - now.getTime();
  const subject = keyedSubject(tx, [binding.type, binding.subject, network]);
  const wait = await countHit(tx, { name: 'code-wait', limit: 1, windowMs }, subject);
  if (!wait.allowed) throw tooSoon(new Date(now.getTime() + wait.retryAfter * 1000));
}

/** An HMAC over the code with its type, subject and target: it reveals no code, and fits nothing else. */
const codeHash = ({ config }: AccountContext, binding: CodeBinding, sent: SentCode): string =>
  keyedHash(config.secrets, PURPOSE, boundText(binding, sent));

/** Whether a hash is that of a code, made with the present or an older key. */
export const isCodeHash = (
  { config }: AccountContext,
  binding: CodeBinding,
  sent: SentCode,
  hash: string,
): boolean => isKeyedHash(config.secrets, PURPOSE, boundText(binding, sent), hash);

const boundText = ({ type, subject }: CodeBinding, { target, code }: SentCode): string =>
  JSON.stringify([type, subject, target, code]);

/** @param request the hash of the secret of the browser that has asked; '' for a code of a signed-in member */
export const isCode = ({ type, subject }: CodeBinding, request: string) =>
  equals(verificationCodes, { type, subject, request });
