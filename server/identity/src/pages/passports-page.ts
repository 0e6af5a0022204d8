import { msg, translator } from '@portal/server-platform/i18n';
import { type Html, layout, type PageFrame } from '@portal/server-platform/pages/layout';
import { formatCalendarDate, type TurnstileCode } from '@portal/shared-contract';
import { nameInOrder } from '@portal/shared-contract/name-order';
import { html, raw } from 'hono/html';
import { renderSVG } from 'uqr';

/** A passport of the signed-in member. */
export type PlainPassport = {
  readonly holder: { readonly lastName: string; readonly firstName: string };
  /** The first and the last day, YYYY-MM-DD. */
  readonly from: string;
  readonly until: string;
  /** WebP. */
  readonly photo: Uint8Array | undefined;
  /** Undefined where the passport opens no turnstile now. */
  readonly code: TurnstileCode | undefined;
};

export type PassportsView = {
  /** Undefined where the sign-in has failed. */
  readonly passports: readonly PlainPassport[] | undefined;
  /** A password alone has signed in: no codes are shown. */
  readonly hidesCodes: boolean;
  readonly now: Date;
  readonly url: string;
};

/** In pixels: a scanner sees the whole code on a small phone, also when it lies on its side. */
const CODE_WIDTH = 280;

/** The passports with the code of the moment. The browser loads the page again when the code ends. */
export function passportsPage(
  frame: PageFrame,
  { passports, hidesCodes, now, url }: PassportsView,
): Html {
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
<p><a class="button" href="${url}">${passports ? t(msg`Show it again`) : t(msg`Sign in`)}</a></p>`,
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
