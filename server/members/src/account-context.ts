import type { DomainContext } from '@portal/server-platform/database/context';
import type { PersonalData } from '@portal/server-platform/database/personal-data';
import type { AnnouncedPassport, MessageMonitor, SendMessage } from './messages.ts';
import type { SignInSessions } from './sessions.ts';
import type { MemberSettings } from './settings.ts';

/**
 * The context of the functions about accounts: settings, and ports. Their implementations are in
 * higher layers (mail/send.ts, monitoring/ and idp/sessions.ts) and are injected at start.
 */
export type AccountContext = DomainContext & {
  readonly config: Pick<
    MemberSettings,
    | 'secrets'
    | 'brand'
    | 'breachedPasswordsUrl'
    | 'portalOrigin'
    | 'extraPortalOrigins'
    | 'idpOrigin'
    | 'passkeyDomain'
    | 'messageLimits'
    | 'smsCountries'
    | 'otherProvider'
  >;
  readonly sendMessage: SendMessage;
  readonly messageMonitor: MessageMonitor;
  readonly sessions: SignInSessions;
  /**
   * Records that a passport was offered, given or changed and mails its owner, in the transaction of it: to whom,
   * which passport, when and in which browser, with the link that takes it back with every other change since.
   * The owner's row is locked.
   */
  readonly announcePassport: (tx: AccountContext, announced: AnnouncedPassport) => Promise<void>;
  /** What each table of the database holds of members. */
  readonly tables: readonly PersonalData[];
};
