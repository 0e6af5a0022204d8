import { createHash, randomBytes } from 'node:crypto';
import { findMemberById } from '@portal/server-members/members';
import { oidcSessions } from '@portal/server-members/schema/sessions';
import { listPassports } from '@portal/server-passports/passport/list';
import { readPhoto } from '@portal/server-passports/passport/photos';
import { currentTurnstileCode } from '@portal/server-passports/turnstile/codes';
import { eq } from 'drizzle-orm';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { ROUTES } from '../client/routes.ts';
import type { IdentityContext } from '../context.ts';
import { answerPage } from '../http/page.ts';
import { type PlainPassport, passportsPage } from '../pages/passports-page.ts';
import { findAccountFacts } from '../tokens/account-facts.ts';

type Next = () => Promise<unknown>;

/** More passports than a family has; the order begins with those that are used today. */
const LIMIT = 10;

/**
 * `/passports`: the member's passports with the code of the moment, for a browser in which the
 * portal does not run. Whoever is not signed in signs in first, on pages that need no script either.
 */
export function passportsWithoutScripts(context: IdentityContext, provider: () => Provider) {
  const { config } = context;

  return async (ctx: KoaContextWithOIDC, next: Next): Promise<void> => {
    if (ctx.path !== ROUTES.passports || ctx.method !== 'GET') return void (await next());
    const { accountId, uid } = await provider().Session.get(ctx);
    const facts = accountId === undefined ? undefined : await findAccountFacts(context, accountId);
    // A sign-in that failed has sent the member here: another one only where they ask for it.
    const failed = ctx.query.error !== undefined;
    const member = facts?.termsAccepted ? await findMemberById(context, facts.id) : undefined;
    if (!member && !failed) return redirect(ctx, signInUrl(ctx.query.ui_locale));
    // Nobody exchanges the code of the sign-in.
    if (member && (failed || ctx.query.code !== undefined)) return redirect(ctx, ROUTES.passports);
    const hidesCodes = member !== undefined && (await isUnconfirmed(uid));
    const shown = member ? await passportsOf(member, hidesCodes) : undefined;
    await answerPage(ctx, config, 200, (frame) =>
      passportsPage(frame, {
        passports: shown,
        hidesCodes,
        now: context.clock.now(),
        url: ROUTES.passports,
      }),
    );
  };

  /** A password alone has signed in: it shows no code. */
  async function isUnconfirmed(sessionUid: string): Promise<boolean> {
    const [session] = await context.db
      .select({ unconfirmed: oidcSessions.unconfirmed })
      .from(oidcSessions)
      .where(eq(oidcSessions.uid, sessionUid));
    return session?.unconfirmed ?? true;
  }

  async function passportsOf(
    member: Parameters<typeof listPassports>[1],
    hidesCodes: boolean,
  ): Promise<PlainPassport[]> {
    const { items } = await listPassports(context, member, { page: 1, limit: LIMIT });
    return Promise.all(
      items
        .filter(({ role }) => role === 'owner')
        .map(async ({ passport, holder }) => ({
          holder,
          from: passport.usageStartDate,
          until: passport.extExpirationDate,
          photo: passport.photoId ? await readPhoto(context, passport.photoId) : undefined,
          code: hidesCodes
            ? undefined
            : await currentTurnstileCode(context, passport.id, passport.codeVersion),
        })),
    );
  }

  /** The verifier of PKCE is thrown away, so that nobody can exchange the code. */
  function signInUrl(uiLocale: unknown): string {
    const query = new URLSearchParams({
      client_id: config.clientId,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: config.idpOrigin + ROUTES.passports,
      code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
      code_challenge_method: 'S256',
      ...(typeof uiLocale === 'string' && { ui_locale: uiLocale }),
    });
    return `${ROUTES.authorize}?${query}`;
  }
}

function redirect(ctx: KoaContextWithOIDC, url: string): void {
  ctx.redirect(url);
  ctx.status = 303;
}
