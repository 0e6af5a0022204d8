import type { Config } from '../config.ts';
import type { DomainContext } from './context.ts';
import type { MessageMonitor, SendMessage } from './messages.ts';
import type { SignInSessions } from './sessions.ts';

/**
 * The context of the functions about accounts: settings, and ports. Their implementations are in
 * higher layers (mail/send.ts, monitoring/ and idp/sessions.ts) and are injected at start.
 */
export type AccountContext = DomainContext & {
  readonly config: Pick<
    Config,
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
};
