import { msg, translator } from '@portal/server-platform/i18n';
import { type Html, layout, type PageFrame, portalUrl } from '@portal/server-platform/pages/layout';
import { html } from 'hono/html';

export type SignOutView = {
  readonly action: string;
  readonly xsrf: string;
  /** The portal sent the member here, so the form submits itself. */
  readonly asked: boolean;
};

/** Ends the session with a form, so that a link or an image on another site cannot. */
export function signOutPage(frame: PageFrame, { action, xsrf, asked }: SignOutView): Html {
  const t = translator(frame.locale);
  const title = t(asked ? msg`Signing you out` : msg`Sign out?`);
  const text = asked
    ? msg`One moment, please. If nothing happens, press the button.`
    : msg`You will be signed out on this device.`;
  return layout(frame, {
    heading: title,
    ...(asked && { script: "document.getElementById('sign-out').submit();" }),
    body: html`<p>${t(text)}</p>
<form id="sign-out" method="post" action="${action}">
<input type="hidden" name="xsrf" value="${xsrf}">
<input type="hidden" name="logout" value="yes">
<button class="primary" type="submit">${t(msg`Sign out`)}</button>
</form>
${!asked && html`<div class="below"><a href="${portalUrl(frame)}">${t(msg`Stay signed in`)}</a></div>`}`,
  });
}

/** Shown after a sign-out without a return address. */
export function signedOutPage(frame: PageFrame): Html {
  const t = translator(frame.locale);
  const title = t(msg`You are signed out`);
  return layout(frame, {
    heading: title,
    body: html`<p>${t(msg`Thank you for visiting. See you soon.`)}</p>
<a class="button primary" href="${portalUrl(frame)}">${t(msg`Go to the start page`)}</a>`,
  });
}
