import { sentByPageOf } from '@portal/server-platform/http/forms';
import { type Html, layout, type PageFrame, portalUrl } from '@portal/server-platform/pages/layout';
import { portalOrigins } from '@portal/server-platform/settings';
import { msg, translator } from '@portal/server-platform/texts/i18n';
import { html } from 'hono/html';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { ROUTES } from '../client.ts';
import { answerPage, goTo, type Next } from '../http/page.ts';
import type { IdentityContext } from '../settings.ts';

/** `/logout?returnTo=…&client_id=…` in front of oidc-provider's end-session (RP-Initiated Logout 1.0). */
export function signOut(provider: () => Provider) {
  return async (ctx: KoaContextWithOIDC, next: Next): Promise<void> => {
    if (ctx.path === ROUTES.logout && ctx.method === 'GET') {
      renameReturnTo(ctx);
      if (!(await isSignedIn(ctx)) && (await redirectSignedOut(ctx))) return;
    }
    // The member has meanwhile signed out in another tab.
    const isOver = ctx.path === ROUTES.logoutConfirm && !(await isSignedIn(ctx));
    if (isOver) goTo(ctx, ROUTES.logoutDone);
    else await next();
  };

  async function isSignedIn(ctx: KoaContextWithOIDC): Promise<boolean> {
    return (await provider().Session.get(ctx)).accountId !== undefined;
  }

  /** Without a session there is nothing to confirm. oidc-provider refuses wrong parameters. */
  async function redirectSignedOut(ctx: KoaContextWithOIDC): Promise<boolean> {
    const { client_id: clientId, post_logout_redirect_uri: to, state } = ctx.query;
    const { id_token_hint: hint } = ctx.query;
    if (to === undefined && clientId === undefined && hint === undefined) {
      goTo(ctx, ROUTES.logoutDone);
      return true;
    }
    if (typeof clientId !== 'string' || typeof to !== 'string') return false;
    const client = await provider().Client.find(clientId);
    if (!client?.postLogoutRedirectUriAllowed(to)) return false;
    const target = new URL(to);
    if (typeof state === 'string') target.searchParams.set('state', state);
    // This is a registered address, so it cannot be another site's.
    goTo(ctx, target.href);
    return true;
  }
}

/** The portal sends `returnTo` instead of `post_logout_redirect_uri`. */
function renameReturnTo(ctx: KoaContextWithOIDC): void {
  const { returnTo, ...query } = ctx.query;
  if (returnTo === undefined) return;
  ctx.query = { post_logout_redirect_uri: returnTo, ...query };
}

/** The page that ends a session: at once if the portal sent the member, else it asks, since any site may link. */
export function signOutPages({ config }: IdentityContext) {
  const trusted = [...portalOrigins(config), config.idpOrigin];

  return {
    async logoutSource(ctx: KoaContextWithOIDC): Promise<void> {
      const { session, entities } = ctx.oidc;
      const hint = entities.IdTokenHint?.payload as { sub?: unknown } | undefined;
      const asked =
        sentByPageOf(ctx.headers, trusted) ||
        (hint?.sub !== undefined && hint.sub === session?.accountId);
      const xsrf = String(session?.state?.secret);
      await answerPage(ctx, config, 200, (frame) => signOutPage(frame, { xsrf, asked }));
    },
    async postLogoutSuccessSource(ctx: KoaContextWithOIDC): Promise<void> {
      await answerPage(ctx, config, 200, signedOutPage);
    },
  };
}

type SignOutView = {
  readonly xsrf: string;
  /** The portal sent the member here, so the form submits itself. */
  readonly asked: boolean;
};

/** Ends the session with a form, so that a link or an image on another site cannot. */
function signOutPage(frame: PageFrame, { xsrf, asked }: SignOutView): Html {
  const t = translator(frame.locale);
  const title = t(asked ? msg`Signing you out` : msg`Sign out?`);
  const text = asked
    ? msg`One moment, please. If nothing happens, press the button.`
    : msg`You will be signed out on this device.`;
  return layout(frame, {
    heading: title,
    ...(asked && { script: "document.getElementById('sign-out').submit();" }),
    body: html`<p>${t(text)}</p>
<form id="sign-out" method="post" action="${ROUTES.logoutConfirm}">
<input type="hidden" name="xsrf" value="${xsrf}">
<input type="hidden" name="logout" value="yes">
<button class="primary" type="submit">${t(msg`Sign out`)}</button>
</form>
${!asked && html`<div class="below"><a href="${portalUrl(frame)}">${t(msg`Stay signed in`)}</a></div>`}`,
  });
}

function signedOutPage(frame: PageFrame): Html {
  const t = translator(frame.locale);
  const title = t(msg`You are signed out`);
  return layout(frame, {
    heading: title,
    body: html`<p>${t(msg`Thank you for visiting. See you soon.`)}</p>
<a class="button primary" href="${portalUrl(frame)}">${t(msg`Go to the start page`)}</a>`,
  });
}
