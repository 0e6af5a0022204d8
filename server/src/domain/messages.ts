import type { Locale, VerificationType } from '@portal/shared-contract';
import type { MessageLimitName } from '../message-limits.ts';
import type { DomainContext } from './context.ts';

/** Changes of the sign-in methods that the member is told about by e-mail. */
export type SecurityNotice =
  | 'password_set'
  | 'password_changed'
  | 'mfa_enabled'
  | 'mfa_disabled'
  | 'mfa_channel_changed'
  | 'totp_added'
  | 'totp_removed'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'passkey_added'
  | 'passkey_removed'
  | 'line_linked'
  | 'line_unlinked'
  | 'email_change_undone';

/** Every type of code but `verify_email_link`, which is sent as a link (product §11.7, §11.9). */
export type CodeType = Exclude<VerificationType, 'verify_email_link'>;

/** A message to a person, as data. The mail layer renders its text. */
export type Message =
  | {
      readonly kind: 'code';
      readonly type: CodeType;
      readonly code: string;
      /** A link that does what the code does; by e-mail only. */
      readonly url?: string;
    }
  | { readonly kind: 'security_notice'; readonly notice: SecurityNotice }
  /** To the old address, with the link that undoes the change. */
  | { readonly kind: 'email_changed'; readonly maskedEmail: string; readonly undoUrl: string }
  /** To the new address. */
  | { readonly kind: 'new_email_welcome' }
  | { readonly kind: 'account_closed' }
  /** `setPasswordUrl` for a member who signed up without a password. */
  | {
      readonly kind: 'sign_up_welcome';
      readonly homeUrl: string;
      readonly setPasswordUrl?: string | undefined;
    }
  | { readonly kind: 'account_locked'; readonly unblockUrl: string };

/** An e-mail address, or an E.164 phone number. Only codes are sent by SMS. */
export type Recipient = { readonly locale: Locale } & (
  | { readonly email: string; readonly sms?: undefined }
  | { readonly sms: string; readonly email?: undefined }
);

export type MessageChannel = 'email' | 'sms';

/** How much of the hour's budget of a channel is used up. */
export type BudgetUse = {
  readonly used: number;
  readonly limit: number;
  readonly resetsAt: Date;
};

/** Watches what is sent, for the operator. It is told no recipient. */
export type MessageMonitor = {
  /** A code was counted, also one that is prepared and never sent. */
  codeCounted(channel: MessageChannel, budget: BudgetUse): void;
  /** A limit has refused a code, or the country of the number has. */
  codeRefused(channel: MessageChannel, limit: MessageLimitName | 'country'): void;
};

type SendOptions = {
  /**
   * The message is prepared but never sent, so that the response time does not reveal whether an
   * account exists.
   */
  readonly dropped?: boolean;
  /**
   * The message is not sent after this time, because a code that arrives too late only confuses.
   */
  readonly expiresAt?: Date;
};

/**
 * Queues a message in the transaction that causes it: both happen or neither.
 * @param tx the transaction
 */
export type SendMessage = (
  tx: DomainContext,
  to: Recipient,
  message: Message,
  options?: SendOptions,
) => Promise<void>;

/** Tells a member by e-mail about a change of their sign-in methods. */
export function sendSecurityNotice(
  tx: DomainContext & { readonly sendMessage: SendMessage },
  member: Recipient,
  notice: SecurityNotice,
): Promise<void> {
  return tx.sendMessage(tx, member, { kind: 'security_notice', notice });
}
