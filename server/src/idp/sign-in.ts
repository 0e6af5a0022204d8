import { createHmac } from 'node:crypto';
import type Provider from 'oidc-provider';
import { errors, type Interaction, type KoaContextWithOIDC } from 'oidc-provider';
import type { ServerContext } from '../context.ts';
import { checkPassword } from '../domain/credentials.ts';
import { findMemberById, normalizeEmail } from '../domain/members.ts';
import { countHit, type RateLimit } from '../domain/rate-limits.ts';
import { deriveKey } from '../secrets.ts';
import { readForm } from './http/form-body.ts';
import { answerPage, localeOf } from './http/page.ts';
import { limitSubject, requestFacts } from './http/request-facts.ts';
import { sentByOurPage } from './http/same-origin.ts';
import { closedAccountPage, problemPage } from './pages/problem-page.ts';
import { type FieldProblems, type SignInProblem, signInPage } from './pages/sign-in-page.ts';
import { ROUTES } from './routes.ts';

type Next = () => Promise<unknown>;

/** Behind one address there may be a whole school. */
const PER_ADDRESS: RateLimit = { name: 'sign-in:address', limit: 300, windowMs: 10 * 60_000 };
/** Beside the lock after five wrong passwords: this counts the right ones too. */
const PER_ACCOUNT: RateLimit = { name: 'sign-in:account', limit: 100, windowMs: 60 * 60_000 };

const STATUS: Record<SignInProblem, number> = {
  refused: 422,
  foreign: 403,
  busy: 429,
  tooMany: 429,
};
const BUSY_RETRY_SECONDS = 2;

/** The sign-in page (an «interaction» of oidc-provider): GET shows it, POST checks and goes on. */
export function signIn(context: ServerContext, provider: () => Provider) {
  const { config, clock, log } = context;
  const accountKey = deriveKey(config.secrets, 'rate-limit');

  return async (ctx: KoaContextWithOIDC, next: Next): Promise<void> => {
    if (!ctx.path.startsWith(`${ROUTES.signIn}/`)) return void (await next());
    const interaction = await findInteraction(ctx);
    if (!interaction) {
      await answerPage(ctx, config, 400, (frame) => problemPage(frame, 'expired'));
    } else if (ctx.method === 'GET' || ctx.method === 'HEAD') {
      await show(ctx, interaction, 200, { email: hintOf(interaction) });
    } else if (ctx.method === 'POST') {
      await submit(ctx, interaction);
    } else {
      ctx.set('allow', 'GET, HEAD, POST');
      await answerPage(ctx, config, 405, (frame) => problemPage(frame, 'request'));
    }
  };

  async function submit(ctx: KoaContextWithOIDC, interaction: Interaction): Promise<void> {
    const form = await readForm(ctx.req);
    const email = form?.get('email')?.trim() ?? '';
    const password = form?.get('password') ?? '';
    const again = (problem: SignInProblem) =>
      show(ctx, interaction, STATUS[problem], { email, problem });
    if (!form || !sentByOurPage(ctx.headers, config.idpOrigin)) return again('foreign');

    const fields = missing(email, password);
    if (fields) return show(ctx, interaction, 422, { email, fields });

    const verdicts = [
      await countHit(context, PER_ADDRESS, limitSubject(ctx.req)),
      await countHit(context, PER_ACCOUNT, accountSubject(email)),
    ];
    const stopped = verdicts.find(({ allowed }) => !allowed);
    if (stopped) {
      ctx.set('retry-after', String(stopped.retryAfter));
      return again('tooMany');
    }

    const check = await checkPassword(context, { email, password });
    const { requestId } = requestFacts(ctx.req);
    log.info({ requestId, event: 'sign-in', outcome: check.kind });
    if (check.kind === 'busy') {
      ctx.set('retry-after', String(BUSY_RETRY_SECONDS));
      return again('busy');
    }
    if (check.kind === 'refused') return again('refused');

    const member = await findMemberById(context, check.memberId);
    if (!member || member.cancelledAt) {
      return answerPage(ctx, config, 403, closedAccountPage, interaction.params);
    }
    const continueAt = await provider().interactionResult(
      ctx.req,
      ctx.res,
      {
        login: {
          accountId: check.memberId,
          amr: ['pwd'],
          ts: Math.floor(clock.now().getTime() / 1000),
          remember: true,
        },
      },
      { mergeWithLastSubmission: false },
    );
    ctx.redirect(continueAt);
    ctx.status = 303;
  }

  function show(
    ctx: KoaContextWithOIDC,
    interaction: Interaction,
    status: number,
    view: { email: string; problem?: SignInProblem; fields?: FieldProblems },
  ): Promise<void> {
    const path = `${ROUTES.signIn}/${interaction.uid}`;
    const locale = localeOf(ctx, interaction.params);
    const other = locale === 'ja' ? 'en' : 'ja';
    return answerPage(
      ctx,
      config,
      status,
      (frame) =>
        signInPage(frame, {
          action: `${path}?ui_locale=${locale}`,
          otherLanguageUrl: `${path}?ui_locale=${other}`,
          ...view,
        }),
      interaction.params,
    );
  }

  /** The one that this browser began: its id is in the path and in a signed cookie for that path. */
  async function findInteraction(ctx: KoaContextWithOIDC): Promise<Interaction | undefined> {
    try {
      const interaction = await provider().interactionDetails(ctx.req, ctx.res);
      return ctx.path === `${ROUTES.signIn}/${interaction.uid}` ? interaction : undefined;
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return undefined;
      throw error;
    }
  }

  function accountSubject(email: string): string {
    return createHmac('sha256', accountKey)
      .update(normalizeEmail(email) ?? '')
      .digest('base64url');
  }
}

function missing(email: string, password: string): FieldProblems | undefined {
  const fields: FieldProblems = {
    ...(!email && { email: 'emailMissing' }),
    ...(email && !normalizeEmail(email) && { email: 'emailMalformed' }),
    ...(!password && { password: 'passwordMissing' }),
  };
  return Object.keys(fields).length > 0 ? fields : undefined;
}

/** OpenID Connect Core §3.1.2.1 `login_hint`: the address that a page of the portal already knows. */
function hintOf({ params }: Interaction): string {
  return typeof params.login_hint === 'string' ? params.login_hint : '';
}
