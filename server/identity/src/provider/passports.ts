import { createHash, randomBytes } from 'node:crypto';
import { findMemberById } from '@portal/server-members/members';
import { oidcSessions } from '@portal/server-members/schema/sessions';
import { listPassports } from '@portal/server-passports/passport/list';
import { readPhoto } from '@portal/server-passports/passport/photos';
import { currentTurnstileCode } from '@portal/server-passports/turnstile/codes';
import { findRow } from '@portal/server-platform/database/rows';
import { type Html, layout, type PageFrame } from '@portal/server-platform/pages/layout';
import { msg, translator } from '@portal/server-platform/texts/i18n';
import { formatCalendarDate, type TurnstileCode } from '@portal/shared-contract';
import { nameInOrder } from '@portal/shared-contract/name-order';
import { html, raw } from 'hono/html';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { renderSVG } from 'uqr';
import { ROUTES } from '../client.ts';
import { answerPage, goTo, type Next } from '../http/page.ts';
import type { IdentityContext } from '../settings.ts';
import { findAccountFacts } from '../tokens/account-facts.ts';

/** More passports than a family has; the order begins with those that are used today. */
const LIMIT = 10;

/** `/passports`: the codes of the moment for browsers in which the portal does not run, without any script. */
export function passportsWithoutScripts(context: IdentityContext, provider: () => Provider) {
  const { config } = context;

  return async (ctx: KoaContextWithOIDC, next: Next): Promise<void> => {
    if (ctx.path !== ROUTES.passports || ctx.method !== 'GET') return void (await next());
    const { accountId, uid } = await provider().Session.get(ctx);
    const facts = accountId === undefined ? undefined : await findAccountFacts(context, accountId);
    // A sign-in that failed has sent the member here: another one only where they ask for it.
    const failed = ctx.query.error !== undefined;
    const member = facts?.termsAccepted ? await findMemberById(context, facts.id) : undefined;
    if (!member && !failed) return goTo(ctx, signInUrl(ctx.query.ui_locale));
    // Nobody exchanges the code of the sign-in.
    if (member && (failed || ctx.query.code !== undefined)) return goTo(ctx, ROUTES.passports);
    const session = await findRow(context, oidcSessions, { uid });
    // A password alone has signed in: it shows no code.
    const hidesCodes = member !== undefined && (session?.unconfirmed ?? true);
    const shown = member ? await passportsOf(member, hidesCodes) : undefined;
    const view = { passports: shown, hidesCodes, now: context.clock.now() };
    await answerPage(ctx, config, 200, (frame) => passportsPage(frame, view));
  };

  async function passportsOf(member: Parameters<typeof listPassports>[1], hidesCodes: boolean) {
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

type PlainPassport = {
  readonly holder: { readonly lastName: string; readonly firstName: string };
  /** The first and the last day, YYYY-MM-DD. */
  readonly from: string;
  readonly until: string;
  readonly photo: Uint8Array | undefined;
  /** Undefined where the passport opens no turnstile now. */
  readonly code: TurnstileCode | undefined;
};

type PassportsView = {
  /** Undefined where the sign-in has failed. */
  readonly passports: readonly PlainPassport[] | undefined;
  /** A password alone has signed in: no codes are shown. */
  readonly hidesCodes: boolean;
  readonly now: Date;
};

/** In pixels: a scanner sees the whole code on a small phone, also when it lies on its side. */
const CODE_WIDTH = 280;

/** The passports with the code of the moment. The browser loads the page again when the code ends. */
function passportsPage(frame: PageFrame, { passports, hidesCodes, now }: PassportsView): Html {
  const t = translator(frame.locale);
  const ends = passports?.find(({ code }) => code)?.code?.valid_until;
  const seconds = ends && Math.max(1, Math.ceil((Date.parse(ends) - now.getTime()) / 1000));
  return layout(frame, {
    heading: t(msg`Passports`),
    ...(seconds && { refreshSeconds: seconds }),
    body: html`${!passports && html`<p>${t(msg`We could not sign you in`)}</p>`}
${passports?.length === 0 && html`<p>${t(msg`You have no passport.`)}</p>`}
${hidesCodes && html`<p>${t(msg`You have signed in here with your password alone, so no code is shown.`)}</p>`}
${passports?.map((passport) => passportPart(frame, passport, hidesCodes))}
${seconds && html`<p>${t(msg`The code changes every 30 seconds. The page shows the next one by itself.`)}</p>`}
<p><a class="button" href="${ROUTES.passports}">${passports ? t(msg`Show it again`) : t(msg`Sign in`)}</a></p>`,
  });
}

function passportPart(
  { locale }: PageFrame,
  { holder, from, until, photo, code }: PlainPassport,
  hidesCodes: boolean,
) {
  const t = translator(locale);
  const name = nameInOrder({ last_name: holder.lastName, first_name: holder.firstName }, locale);
  const picture = photo && `data:image/webp;base64,${Buffer.from(photo).toString('base64')}`;
  return html`<h2>${name}</h2>
<p>${t(msg`${{ from: formatCalendarDate(from, locale) }} – ${{ until: formatCalendarDate(until, locale) }}`)}</p>
${
  code
    ? html`<p>${raw(renderSVG(code.text, { ecc: 'M', border: 4 }).replace('<svg ', `<svg width="${CODE_WIDTH}" height="${CODE_WIDTH}" role="img" aria-label="${t(msg`QR code`)}" `))}</p>
${picture && html`<p><img src="${picture}" width="150" alt="${t(msg`Photo of the holder`)}"></p>`}`
    : !hidesCodes && html`<p>${t(msg`It opens no gate now.`)}</p>`
}`;
}
