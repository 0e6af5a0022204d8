import type { Locale } from '@portal/shared-contract';
import type { AccountContext } from '../domain/account-context.ts';
import { queueMessage } from '../domain/outbox.ts';
import { type AccountNotice, noticeLetter } from './account-letters.ts';
import { type Letter, renderMail } from './letter.ts';

type Recipient = {
  readonly email: string;
  readonly locale: Locale;
  /** See `NewMessage`. */
  readonly dropped?: boolean;
  readonly expiresAt?: Date;
};

/** Queues a letter; hand in the transaction that causes it. */
export async function mailLetter(
  context: AccountContext,
  { email, locale, dropped = false, expiresAt }: Recipient,
  letter: Letter,
): Promise<void> {
  await queueMessage(context, {
    kind: 'mail',
    recipient: email,
    locale,
    dropped,
    ...(expiresAt && { expiresAt }),
    ...renderMail(context.config.brand, locale, letter),
  });
}

/** Tells a member of a change to how their account is opened. */
export async function mailNotice(
  context: AccountContext,
  recipient: Recipient,
  notice: AccountNotice,
): Promise<void> {
  await mailLetter(context, recipient, noticeLetter(recipient.locale, notice));
}
