import type { ParsedUrlQuery } from 'node:querystring';
import { sentByPageOf } from '@portal/server-platform/http/forms';
import { portalOrigins } from '@portal/server-platform/settings';
import { DEVICE_TOKEN_PARAMETER } from '@portal/shared-contract';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { ROUTES } from '../client.ts';
import type { Next } from '../http/page.ts';
import { takeSignUpToken } from '../sign-in/fresh-sign-up.ts';
import { takeDevicePass } from '../sign-in/known-devices.ts';
import type { SignInDependencies } from '../sign-in/progress.ts';
import { ACT_PARAMETER, actOf } from '../step-up/step-up-prompt.ts';

/**
 * Prepares an authorization request for oidc-provider.
 *
 * The provider drops `offline_access` unless consent is asked for (OpenID Connect Core §11). The
 * portal is first-party and needs no consent page, so the prompt is added here and shows no page (see
 * `signInPolicy` in configuration.ts). A silent check (`prompt=none`) never gets a refresh token.
 *
 * `token` proves a fresh sign-up. It is spent and removed here. It adds
 * `prompt=login`, because the new member must be signed in even where another one is.
 *
 * `device_token` makes the browser known for an account. It is removed here too.
 *
 * `act` asks for a step-up of that act in place of another sign-in: `prompt=login` and `max_age` are for
 * other providers, which do not know it. A link from another site brings no such question.
 */
export function authorizeRequest(deps: SignInDependencies) {
  const { config } = deps.context;
  const trusted = [...portalOrigins(config), config.idpOrigin];

  return async (ctx: KoaContextWithOIDC, next: Next): Promise<void> => {
    let silent = false;
    if (ctx.method === 'GET' && ctx.path === ROUTES.authorize) {
      const { token, [DEVICE_TOKEN_PARAMETER]: devicePass, ...sent } = ctx.query;
      silent = words(sent.prompt).includes('none');
      const query = withAct(sent, !silent && sentByPageOf(ctx.headers, trusted));
      const { scope, prompt } = query;
      const prompts = words(prompt);
      // Otherwise another site could sign the member in to the attacker's new account (login CSRF).
      const proven =
        token !== undefined &&
        !silent &&
        sentByPageOf(ctx.headers, trusted) &&
        (await takeSignUpToken(deps, ctx, token));
      if (devicePass !== undefined && sentByPageOf(ctx.headers, trusted)) {
        takeDevicePass(deps, ctx, devicePass);
      }
      const added = [
        ...prompts,
        ...(proven ? ['login'] : []),
        ...(words(scope).includes('offline_access') && !silent ? ['consent'] : []),
      ];
      const asks = added.length > 0 && !Array.isArray(prompt);
      ctx.query = { ...query, ...(asks && { prompt: [...new Set(added)].join(' ') }) };
    }
    await next();
    if (silent && !ctx.oidc?.session?.accountId) keepSessionCookie(deps, ctx);
  };
}

/**
 * A silent check that finds nobody leaves the browser's cookie as it is. While another tab signs in, the session gets a new
 * id, and the answer to a check that began with the former one would replace it.
 */
function keepSessionCookie(deps: SignInDependencies, ctx: KoaContextWithOIDC): void {
  const name = deps.provider().cookieName('session');
  const cookies = [ctx.response.get('set-cookie')].flat().filter(Boolean);
  ctx.set(
    'set-cookie',
    cookies.filter(
      (cookie) => !cookie.startsWith(`${name}=`) && !cookie.startsWith(`${name}.sig=`),
    ),
  );
}

/** @param trusted whether a page of the portal asks */
function withAct(query: ParsedUrlQuery, trusted: boolean): ParsedUrlQuery {
  const { [ACT_PARAMETER]: _act, ...others } = query;
  const act = trusted ? actOf(query) : undefined;
  if (act === undefined) return others;
  const { max_age: _maxAge, prompt, ...rest } = others;
  const left = words(prompt).filter((one) => one !== 'login');
  return { ...rest, [ACT_PARAMETER]: act, ...(left.length > 0 && { prompt: left.join(' ') }) };
}

const words = (parameter: unknown): string[] =>
  typeof parameter === 'string' ? parameter.split(' ').filter(Boolean) : [];
