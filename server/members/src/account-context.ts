import type { DomainContext } from '@portal/server-platform/database/database';
import type { PersonalData } from '@portal/server-platform/database/tables';
import type { Act, Locale } from '@portal/shared-contract';
import type { LinkedPath } from '@portal/shared-contract/linked-paths';
import type { AnnouncedPassport, MessageMonitor, SendMessage } from './messages.ts';
import type { MemberSettings } from './settings.ts';

/** What functions about accounts need: settings, and ports that higher layers implement and hand in at start. */
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

/**
 * A URL of the portal, for a message or a card in a wallet. It is built only from the configuration, so a request's
 * Host header cannot change it. It names its language in Japanese too: a browser in English would show a path without
 * a prefix in English. The portal moves to the address without `/ja` and remembers the language.
 * @param secrets stand behind `#`, so that no log and no other site sees them
 */
export function portalUrl(
  { config }: { readonly config: Pick<MemberSettings, 'portalOrigin'> },
  locale: Locale,
  path: LinkedPath,
  secrets: Readonly<Record<string, string>> = {},
): string {
  const url = new URL(`/${locale}${path}`, config.portalOrigin);
  url.hash = new URLSearchParams(secrets).toString();
  return url.href;
}

/** A sign-in that is still valid, as a member recognises it. */
export type DeviceSession = {
  /** Names the session; it cannot be used to sign in. */
  readonly id: string;
  readonly userAgent: string | null;
  /** ISO 3166-1 alpha-2, where the edge reports it. */
  readonly country: string | null;
  readonly signedInAt: Date;
  /** Since when the browser has been known for the member: since its first sign-in there. */
  readonly browserSince: Date;
  readonly lastSeenAt: Date;
};

/** The members' sessions, which the identity provider keeps (idp/sessions.ts). */
export type SignInSessions = {
  list(context: DomainContext, memberId: string): Promise<DeviceSession[]>;
  /** Signs out a device and ends the trust in it; `unknown` for a session that has ended or is somebody else's. */
  end(context: DomainContext, memberId: string, id: string): Promise<'ended' | 'unknown'>;
  /** Signs a member out everywhere and ends every trust, except for the session `exceptSession`. */
  endAll(
    context: DomainContext,
    memberId: string,
    options?: { readonly exceptSession?: string },
  ): Promise<void>;
  /**
   * Issues the access token that `POST /signup` returns: for one minute it is valid for the API, and once for the
   * identity provider as evidence of the sign-up. Pass in the transaction that creates the member.
   */
  issueSignUpToken(tx: DomainContext, memberId: string): Promise<string>;
};

/** Who gives or needs a step-up: a member, in one session of one browser. */
export type ProvingSession = {
  readonly memberId: string;
  readonly sessionUid: string;
  readonly keyThumbprint: string;
};

/** What a call asks of the step-ups of its session. */
export type StepUps = {
  /** Until when the act is allowed; undefined without a step-up of it. */
  until(act: Act): Promise<Date | undefined>;
  /** Spends the step-up of an act; undefined without one. Pass the transaction of the act. */
  take(tx: DomainContext, act: Act): Promise<TakenStepUp | undefined>;
};
export type TakenStepUp = { giveBack(): Promise<void> };

/** Where the acts are recorded that a member has confirmed. */
export type RecordedStepUps = {
  /** Until when the recorded step-up of an act holds; undefined without one. */
  until(context: DomainContext, session: ProvingSession, act: Act): Promise<Date | undefined>;
  /** Spends the recorded step-up of an act: of two calls at once only one has it. */
  take(context: DomainContext, session: ProvingSession, act: Act): Promise<TakenStepUp | undefined>;
};
