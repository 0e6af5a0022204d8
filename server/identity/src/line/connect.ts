import { announceChange } from '@portal/server-accounts/changes/announce-change';
import { readBefore } from '@portal/server-accounts/changes/sign-in-settings';
import { spendLinkTicket } from '@portal/server-accounts/line/link';
import { linkConnection } from '@portal/server-members/connections';
import { findMemberById, reloadMember } from '@portal/server-members/members';
import { portalOrigins } from '@portal/server-platform/settings';
import type { Locale } from '@portal/shared-contract';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { ROUTES } from '../client.ts';
import { answerPage, goTo, localeOf, type Next } from '../http/page.ts';
import { requestDetails, requestDevice } from '../http/request-details.ts';
import { problemPage } from '../pages/problem-page.ts';
import type { IdentityContext, IdentitySettings } from '../settings.ts';
import type {
  LineAnswer,
  LineClient,
  LineTransactions,
  PendingTransaction,
  SignInTransaction,
} from './line-client.ts';

type LinkTransaction = Extract<PendingTransaction, { purpose: 'link' }>;

const CONNECT_LINE = `${ROUTES.connect}/line`;
export const LINE_CALLBACK = `${ROUTES.connectReturn}/line`;

type ConnectOptions = {
  readonly provider: () => Provider;
  readonly line: LineClient;
  readonly transactions: LineTransactions;
  /** Handles the answer to an authorization that began on a sign-in page; returns the next address. */
  readonly continueSignIn: (
    ctx: KoaContextWithOIDC,
    pending: SignInTransaction,
    answer: LineAnswer,
  ) => Promise<string>;
};

/** `/connections/connect/{connection}`: links a member's LINE account, and takes every callback from LINE. */
export function connect(context: IdentityContext, options: ConnectOptions) {
  const { config, log } = context;
  const { provider, line, transactions } = options;

  return async (ctx: KoaContextWithOIDC, next: Next): Promise<void> => {
    const reads = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (ctx.path === LINE_CALLBACK && reads) await handleCallback(ctx);
    else if (ctx.path === CONNECT_LINE && reads) await start(ctx);
    else await next();
  };

  async function start(ctx: KoaContextWithOIDC): Promise<void> {
    if (ctx.query.client_id !== config.clientId) {
      return answerPage(ctx, config, 400, (frame) => problemPage(frame, 'request'));
    }
    const locale = localeOf(ctx);
    const { referer } = ctx.headers;
    const back = returnAddressOf(config, locale, { referer, state: ctx.query.state });
    const session = await provider().Session.get(ctx);
    const member = session.accountId && (await findMemberById(context, session.accountId));
    // The portal's page asks a signed-out visitor to sign in, and shows a member that LINE is linked already.
    if (!member || member.closedAt || member.lineLinked) return goTo(ctx, connectPageUrl(back));

    // The ticket shows that the member asked for this in the portal and proved who they are. Without
    // it, for example after a link on another site, the portal's page asks first.
    const { ticket } = ctx.query;
    const holder = { memberId: member.id, sessionUid: session.uid };
    const asked = typeof ticket === 'string' && (await spendLinkTicket(context, ticket, holder));
    if (!asked) return goTo(ctx, connectPageUrl(back));

    try {
      const { url, transaction } = await line.begin(locale);
      transactions.keep(ctx, { ...transaction, purpose: 'link', ...holder, back });
      goTo(ctx, url);
    } catch (err) {
      log.warn({ request_id: requestDetails(ctx.req).requestId, err }, 'LINE cannot be reached');
      goTo(ctx, resultUrl(back, 'error'));
    }
  }

  /** The callback from LINE, for a link or a sign-in that this browser began. */
  async function handleCallback(ctx: KoaContextWithOIDC): Promise<void> {
    const pending = transactions.find(ctx, ctx.query.state);
    if (!pending) {
      return answerPage(ctx, config, 400, (frame) => problemPage(frame, 'otherBrowser'));
    }
    if (pending.purpose === 'done') return goTo(ctx, pending.goTo);

    const answer = await line.finish(new URL(ctx.url, config.idpOrigin), pending);
    const { requestId } = requestDetails(ctx.req);
    if (answer.kind === 'failed') {
      log.warn({ request_id: requestId, err: answer.cause }, 'the answer from LINE was refused');
    }
    const next =
      pending.purpose === 'link'
        ? resultUrl(pending.back as ReturnAddress, await link(ctx, pending, answer))
        : await options.continueSignIn(ctx, pending, answer);
    transactions.keep(ctx, { purpose: 'done', state: pending.state, goTo: next });
    goTo(ctx, next);
  }

  async function link(ctx: KoaContextWithOIDC, pending: LinkTransaction, answer: LineAnswer) {
    if (answer.kind === 'cancelled') return 'cancelled';
    if (answer.kind === 'failed') return 'error';
    // Refuses if the member has signed out, or another has signed in, since the authorization began.
    const session = await provider().Session.get(ctx);
    if (session.accountId !== pending.memberId || session.uid !== pending.sessionUid)
      return 'error';

    const account = { connection: 'line', subject: answer.subject };
    const outcome = await linkConnection(context, pending.memberId, account, async ({ db }) => {
      const tx = { ...context, db };
      const change = { notice: 'line_linked', device: requestDevice(ctx.req) } as const;
      // The connection is no part of what `readBefore` reads: what was added is found by its time.
      const member = await reloadMember(tx, pending.memberId);
      await announceChange(tx, await readBefore(tx, member), change);
    });
    log.info({ request_id: requestDetails(ctx.req).requestId, event: 'connect', outcome });
    if (outcome === 'linked' || outcome === 'linked_before') return 'success';
    return outcome === 'taken' ? 'already_linked' : 'error';
  }
}

/** The result of linking, as sent to the portal's page /confirm-connect-line. */
type ConnectResult = 'success' | 'cancelled' | 'already_linked' | 'error';

type ReturnAddress = {
  readonly origin: string;
  readonly locale: Locale;
  /** The portal's own value, returned unchanged. */
  readonly state: string | undefined;
};

const STATE_SHAPE = /^[\w.~-]{1,200}$/;

/** An address of the portal to return to, never one from the request; `referer` selects its origin. */
function returnAddressOf(
  config: IdentitySettings,
  locale: Locale,
  { referer, state }: { readonly referer: string | undefined; readonly state: unknown },
): ReturnAddress {
  const from = URL.parse(referer ?? '')?.origin;
  const origin = portalOrigins(config).find((known) => known === from) ?? config.portalOrigin;
  const kept = typeof state === 'string' && STATE_SHAPE.test(state) ? state : undefined;
  return { origin, locale, state: kept };
}

/** `https://portal.example/en/confirm-connect-line?result=success&state=…` */
function resultUrl({ origin, locale, state }: ReturnAddress, result: ConnectResult): string {
  const url = new URL(localized(locale, '/confirm-connect-line'), origin);
  url.searchParams.set('result', result);
  if (state !== undefined) url.searchParams.set('state', state);
  return url.href;
}

/** The portal's own page for linking; its guard asks for a sign-in first. */
function connectPageUrl({ origin, locale }: ReturnAddress): string {
  return new URL(localized(locale, '/account/connect-line'), origin).href;
}

/** English is under `/en`. */
function localized(locale: Locale, barePath: string): string {
  return locale === 'en' ? `/en${barePath}` : barePath;
}
