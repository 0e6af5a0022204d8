import type { DomainContext } from '@portal/server-platform/database/database';
import type { MessageLimitName } from '@portal/server-platform/limits/message-limits';
import type {
  Connection,
  Locale,
  LocalizedText,
  PassportKind,
  VerificationType,
} from '@portal/shared-contract';
import type { RequestDevice } from './devices.ts';

/** Changes of the sign-in settings, which a mailed link can take back. */
export type ChangeNotice =
  | 'password_set'
  | 'password_changed'
  | 'mfa_enabled'
  | 'mfa_disabled'
  | 'mfa_channel_changed'
  | 'mfa_codes_off'
  | 'totp_added'
  | 'totp_removed'
  | 'recovery_codes_made'
  | 'passkey_added'
  | 'passkey_removed'
  | `${Connection}_linked`
  | `${Connection}_unlinked`
  | 'phone_changed'
  | 'phone_removed'
  | 'email_changed'
  | 'account_closed'
  | 'address_changed'
  | 'passport_offered'
  | 'passport_given'
  | PassportChangeNotice;

type PassportChangeNotice =
  | 'passport_photo_changed'
  | 'passport_design_changed'
  | 'passport_card_ordered'
  | 'passport_canceled';

/** What the member is told about by email for the safety of the account. */
export type SecurityNotice =
  | ChangeNotice
  | 'new_device'
  | 'browser_trusted'
  | 'browser_trust_copied'
  | 'recovery_code_used'
  | 'account_reopened'
  /** Somebody wants to sign in with the mailbox alone. */
  | 'recovery_asked'
  | 'changes_undone'
  /** Among the changes was that the account was closed. */
  | 'closing_undone';

/** What the reader can do about it, and the address of the button for that. */
export type WayOut =
  /** Takes back every change since a moment. */
  | {
      readonly kind: 'undo';
      readonly url: string;
      readonly since: Date;
      /** A link for a new password follows; another identity provider keeps its passwords. */
      readonly newPassword: boolean;
    }
  /** Signs out everywhere and asks for a new password. */
  | { readonly kind: 'not_me'; readonly url: string }
  /** Refuses a recovery: signs out everywhere and makes the password void. */
  | { readonly kind: 'refuse'; readonly url: string }
  /** Sets a new password, because the former one is void. */
  | { readonly kind: 'new_password'; readonly url: string }
  /** To an address that is too new to take changes back. */
  | { readonly kind: 'former_address'; readonly newPasswordUrl: string | undefined }
  /** To an address that is no longer the member's. */
  | { readonly kind: 'contact' };

/** When something happened that a message is about, and on what device, as far as it is known. */
type Occasion = { readonly at: Date; readonly device?: RequestDevice | undefined };

export type SecurityMessage = Occasion & {
  readonly kind: 'security_notice';
  readonly notice: SecurityNotice;
  /** The new address or number, or the one that gets the codes, masked. */
  readonly detail?: string | undefined;
  /** Until when signing in brings a closed account back; from when a recovery counts. */
  readonly until?: Date | undefined;
  /** Of a passport that was offered or given. */
  readonly gift?: GiftFacts | undefined;
  /** Of a passport that was changed. */
  readonly passport?: PassportFacts | undefined;
  /** What came back with the changes that were undone. */
  readonly back?: CameBack;
  readonly wayOut: WayOut;
};

/** Every type of code but `verify_email_link`, which is sent as a link. */
export type CodeType = Exclude<VerificationType, 'verify_email_link'>;

/** A closed account: until when it can be brought back, and where to sign in for that. */
export type ClosedAccount = { readonly until: Date; readonly signInUrl: string };

export type OrderLine = PassportFacts & {
  readonly id: string;
  readonly url: string;
  readonly designId: string;
  /** Yen, tax included. */
  readonly price: number;
  /** What it was sold as. */
  readonly kind: PassportKind;
};

export type ReceiptLine = OrderLine & {
  /** Undefined if it can no longer be cancelled. */
  readonly lastDayToCancel: string | undefined;
};

/** A message to a person, as data. The mail layer renders its text. */
export type Message =
  | ({
      readonly kind: 'code';
      readonly type: CodeType;
      readonly code: string;
      /** A link that does what the code does; by email only. */
      readonly url?: string;
      /** The address has a closed account. */
      readonly closed?: ClosedAccount | undefined;
    } & Occasion)
  | SecurityMessage
  | ({ readonly kind: 'new_email_welcome' } & Occasion)
  /** `setPasswordUrl` for a member who signed up without a password. */
  | ({
      readonly kind: 'sign_up_welcome';
      readonly homeUrl: string;
      readonly setPasswordUrl?: string | undefined;
    } & Occasion)
  /** A link to download what the portal holds about the member. */
  | ({ readonly kind: 'data_export'; readonly url: string } & Occasion)
  /** Passports were ordered that are to be paid at the counter; at least one. */
  | {
      readonly kind: 'passport_order';
      readonly passports: readonly OrderLine[];
      readonly orderNumber: string;
    }
  /** The payment for passports of one order has arrived. */
  | {
      readonly kind: 'passport_receipt';
      /** What was paid for now; at least one. */
      readonly passports: readonly ReceiptLine[];
      readonly paymentType: 'card' | 'counter';
      readonly paidAt: Date;
      readonly orderNumber: string;
    }
  /** A passport was offered to the recipient, who can answer until a moment. */
  | {
      readonly kind: 'passport_offered';
      readonly url: string;
      readonly gift: GiftFacts;
      readonly at: Date;
      readonly until: Date;
      readonly designId: string;
      /** As the giver typed them; null where they did not. */
      readonly giverName: string | null;
      readonly message: string | null;
      /** It was bought for whoever reads the address, who may not be a member yet. */
      readonly isInvitation?: boolean | undefined;
    }
  | MovedPassport
  | PassportReminder
  | BroadcastMessage
  | { readonly kind: 'account_locked'; readonly at: Date; readonly unblockUrl: string };

/** The passports that came back, or are as before again, and where they were used meanwhile. */
export type CameBack = {
  readonly passports: number;
  readonly uses: readonly { readonly at: Date; readonly turnstile: string }[];
};

/** Which passport it is: for whom, and its first and last day (YYYY-MM-DD). */
export type PassportFacts = {
  readonly holder: { readonly last_name: string; readonly first_name: string };
  readonly from: string;
  readonly until: string;
};

export type GiftFacts = PassportFacts & {
  /** The other side, masked; null for an offer by link that nobody has answered. */
  readonly other: string | null;
  /** Before this, nobody can accept it. */
  readonly heldUntil: Date | null;
};

/** A passport has become the recipient's (`received`, `returned`), or is theirs no more (`taken_back`). */
export type MovedPassport = PassportFacts &
  Occasion & {
    readonly kind: 'passport_moved';
    readonly how: 'received' | 'returned' | 'taken_back';
    readonly other: string;
    /** Until when the giver of a received passport can take it back. */
    readonly takeBackUntil: Date;
    /** Its page; undefined where the recipient cannot open it. */
    readonly url: string | undefined;
  };

/** Tomorrow is the first or the last day of a passport, or from today it can be renewed. */
export type PassportReminder = PassportFacts & {
  readonly kind: 'passport_reminder';
  readonly day: 'first' | 'last' | 'renewal';
  readonly url: string;
  /** It cannot be used without a photo. */
  readonly needsPhoto: boolean;
  /** Where it can be renewed; undefined where it cannot, or was. */
  readonly renewUrl?: string | undefined;
};

export type BroadcastMessage = {
  readonly kind: 'broadcast';
  readonly title: LocalizedText;
  /** HTML. */
  readonly body: LocalizedText;
  readonly url: string;
};

/**
 * An email address, an E.164 phone number, or the id of a push subscription. Only codes and recoveries are
 * told by SMS, and only reminders, broadcasts and recoveries by push.
 */
type Recipient = {
  readonly locale: Locale;
  /** The member's id; undefined where only an address is known. */
  readonly id?: string | undefined;
  /** The member's name, where the address is known to be theirs. */
  readonly lastName?: string | null;
  readonly firstName?: string | null;
} & (
  | { readonly email: string; readonly sms?: undefined; readonly push?: undefined }
  | { readonly sms: string; readonly email?: undefined; readonly push?: undefined }
  | { readonly push: string; readonly sms?: undefined; readonly email?: undefined }
);

export type MessageChannel = 'email' | 'sms';

/** How much of a share of the hour's messages is used up. */
export type BudgetUse = {
  readonly name: MessageLimitName;
  readonly used: number;
  readonly limit: number;
  readonly resetsAt: Date;
};

/** Watches what is sent, for the operator. It is told no recipient. */
export type MessageMonitor = {
  /** A code was counted, also one that is prepared and never sent. */
  codeCounted(channel: MessageChannel, budget: BudgetUse): void;
  /** A limit has refused a code, or the country of the number has. */
  codeRefused(channel: MessageChannel, limit: MessageLimitName | 'country' | 'landline'): void;
};

type SendOptions = {
  /** A UUID; a new one unless the caller has to find the message again. */
  readonly id?: string;
  /** The message is prepared but never sent, so that the response time does not reveal whether an account exists. */
  readonly dropped?: boolean;
  /** The message is not sent after this time, because a code that arrives too late only confuses. */
  readonly expiresAt?: Date;
};

/** Queues a message in the transaction that causes it: both happen or neither. */
export type SendMessage = (
  tx: DomainContext,
  to: Recipient,
  message: Message,
  options?: SendOptions,
) => Promise<void>;

/** A passport that was offered, given or changed, and whose it is. */
export type AnnouncedPassport = {
  readonly memberId: string;
  /** The owner's; of an acceptance there is none, because it is the receiver's. */
  readonly device?: RequestDevice | undefined;
} & (
  | {
      readonly notice: Extract<ChangeNotice, 'passport_offered' | 'passport_given'>;
      readonly transferId: string;
      readonly gift: GiftFacts;
      readonly passport?: undefined;
    }
  | {
      readonly notice: PassportChangeNotice;
      readonly passport: PassportFacts;
      readonly transferId?: undefined;
      readonly gift?: undefined;
    }
);
