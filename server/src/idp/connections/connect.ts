import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { ServerContext } from '../../context.ts';
import { linkConnection } from '../../domain/connections.ts';
import { recordEvent } from '../../domain/events.ts';
import { findMemberById } from '../../domain/members.ts';
import { mailNotice } from '../../mail/send.ts';
import { portalOrigins } from '../client.ts';
import { answerPage, localeOf } from '../http/page.ts';
import { requestDevice, requestFacts } from '../http/request-facts.ts';
import { sentByOurPage, sentByPageOf } from '../http/same-origin.ts';
import { connectPage } from '../pages/connect-page.ts';
import { problemPage } from '../pages/problem-page.ts';
import { ROUTES } from '../routes.ts';
import type { LineAnswer, LineClient } from './line-client.ts';
import type { LineTrip, LineTrips, SignInTrip } from './line-cookie.ts';
import {
  type ConnectResult,
  connectPageUrl,
  type ReturnAddress,
  resultUrl,
  returnAddressOf,
} from './return-address.ts';

type Next = () => Promise<unknown>;
type LinkTrip = Extract<LineTrip, { purpose: 'link' }>;

const CONNECT_LINE = `${ROUTES.connect}/line`;
export const LINE_RETURN = `${ROUTES.connectReturn}/line`;

export type ConnectOptions = {
  readonly provider: () => Provider;
  readonly line: LineClient;
  readonly trips: LineTrips;
  /** Takes the answer to a trip that began on a sign-in page; answers where to go on. */
  readonly continueSignIn: (
    ctx: KoaContextWithOIDC,
    trip: SignInTrip,
    answer: LineAnswer,
  ) => string;
};

/**
 * Spec §7 `/connections/connect/{connection}`: links the LINE account of a signed-in member, and
 * takes everyone who comes back from LINE.
 */
export function connect(context: ServerContext, options: ConnectOptions) {
  const { config, log } = context;
  const { provider, line, trips } = options;
  const trusted = [...portalOrigins(config), config.idpOrigin];

  return async (ctx: KoaContextWithOIDC, next: Next): Promise<void> => {
    const reads = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (ctx.path === LINE_RETURN && reads) await comeBack(ctx);
    else if (ctx.path === CONNECT_LINE && (reads || ctx.method === 'POST')) await start(ctx);
    else await next();
  };

  async function start(ctx: KoaContextWithOIDC): Promise<void> {
    if (ctx.query.client_id !== config.clientId) {
      return answerPage(ctx, config, 400, (frame) => problemPage(frame, 'request'));
    }
    const locale = localeOf(ctx);
    const back = returnAddressOf(config, locale, {
      referer: ctx.headers.referer,
      state: ctx.query.state,
    });
    const session = await provider().Session.get(ctx);
    const member = session.accountId && (await findMemberById(context, session.accountId));
    // Signed out: the portal's page asks for the sign-in and comes back here by its button. A member
    // who has linked LINE already sees that there, too.
    if (!member || member.cancelledAt || member.lineLinked) return go(ctx, connectPageUrl(back));

    // Whoever could send a member through here from another site could link an account of their own.
    const asked =
      ctx.method === 'POST'
        ? sentByOurPage(ctx.headers, config.idpOrigin)
        : sentByPageOf(ctx.headers, trusted);
    if (!asked) {
      const action = `${CONNECT_LINE}?${new URLSearchParams({
        client_id: config.clientId,
        ui_locale: locale,
        ...(back.state && { state: back.state }),
      })}`;
      return answerPage(ctx, config, 200, (frame) =>
        connectPage(frame, { action, email: member.email, backUrl: connectPageUrl(back) }),
      );
    }

    try {
      const { url, transaction } = await line.begin(locale);
      trips.keep(ctx, {
        ...transaction,
        purpose: 'link',
        memberId: member.id,
        sessionUid: session.uid,
        back,
      });
      go(ctx, url);
    } catch (err) {
      log.warn({ requestId: requestFacts(ctx.req).requestId, err }, 'LINE cannot be reached');
      go(ctx, resultUrl(back, 'error'));
    }
  }

  /** LINE's answer, for a link or a sign-in that this browser began. */
  async function comeBack(ctx: KoaContextWithOIDC): Promise<void> {
    const trip = trips.find(ctx, ctx.query.state);
    if (!trip) return answerPage(ctx, config, 400, (frame) => problemPage(frame, 'expired'));
    if (trip.purpose === 'done') return go(ctx, trip.goTo);

    const answer = await line.finish(new URL(ctx.url, config.idpOrigin), trip);
    const { requestId } = requestFacts(ctx.req);
    if (answer.kind === 'failed') {
      log.warn({ requestId, err: answer.cause }, 'the answer from LINE was refused');
    }
    const goTo =
      trip.purpose === 'link'
        ? resultUrl(trip.back as ReturnAddress, await link(ctx, trip, answer))
        : options.continueSignIn(ctx, trip, answer);
    trips.keep(ctx, { purpose: 'done', state: trip.state, goTo });
    go(ctx, goTo);
  }

  async function link(
    ctx: KoaContextWithOIDC,
    trip: LinkTrip,
    answer: LineAnswer,
  ): Promise<ConnectResult> {
    if (answer.kind === 'cancelled') return 'cancelled';
    if (answer.kind === 'failed') return 'error';
    // Signed out, or signed in as someone else, since the trip began.
    const session = await provider().Session.get(ctx);
    if (session.accountId !== trip.memberId || session.uid !== trip.sessionUid) return 'error';

    const account = { connection: 'line', subject: answer.subject };
    const outcome = await linkConnection(context, trip.memberId, account, async (tx, member) => {
      await recordEvent(tx, member.id, 'line_linked', requestDevice(ctx.req));
      await mailNotice({ ...context, ...tx }, member, 'line_linked');
    });
    log.info({ requestId: requestFacts(ctx.req).requestId, event: 'connect', outcome });
    if (outcome === 'linked' || outcome === 'linked_before') return 'success';
    return outcome === 'taken' ? 'already_linked' : 'error';
  }
}

function go(ctx: KoaContextWithOIDC, url: string): void {
  ctx.redirect(url);
  ctx.status = 303;
}
