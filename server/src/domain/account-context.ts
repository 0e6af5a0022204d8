import type { Config } from '../config.ts';
import type { DomainContext } from './context.ts';
import type { SendMessage } from './messages.ts';
import type { SignInSessions } from './sessions.ts';

/**
 * The context of the functions about accounts: settings, and two ports. Their implementations are
 * in higher layers (mail/send.ts and idp/sessions.ts) and are injected at start.
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
  >;
  readonly sendMessage: SendMessage;
  readonly sessions: SignInSessions;
};
