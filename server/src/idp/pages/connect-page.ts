import { html } from 'hono/html';
import { type Html, layout, type PageFrame, portalUrl } from './layout.ts';
import { TEXTS } from './texts.ts';

/** How a trip to LINE ended that brought nobody back. */
export type LineNotice = 'cancelled' | 'failed';

export type ConnectView = {
  readonly action: string;
  /** Whose account will be linked. */
  readonly email: string;
  readonly backUrl: string;
};

/** Asks a member whom another site has sent here; the portal's own button needs no second question. */
export function connectPage(frame: PageFrame, { action, email, backUrl }: ConnectView): Html {
  const text = TEXTS[frame.locale].connect;
  return layout(frame, {
    title: text.title,
    body: html`<h1>${text.title}</h1>
<p>${text.text}</p>
<p><strong>${email}</strong></p>
<form method="post" action="${action}">
<button class="line" type="submit">${text.submit}</button>
</form>
<div class="below"><a href="${backUrl}">${text.cancel}</a></div>`,
  });
}

/** A sign-up by LINE that ended at LINE: again, or by another way. */
export function endedSignUpPage(
  frame: PageFrame,
  urls: { readonly ended: LineNotice; readonly lineUrl: string; readonly signInUrl: string },
): Html {
  const text = TEXTS[frame.locale].endedSignUp;
  return layout(frame, {
    title: text.title[urls.ended],
    body: html`<h1>${text.title[urls.ended]}</h1>
<p>${text.text[urls.ended]}</p>
<a class="button line" href="${urls.lineUrl}">${text.again}</a>
<div class="gap-above"><a class="button wide" href="${portalUrl(frame, '/signup')}">${text.otherWay}</a></div>
<div class="below"><a href="${urls.signInUrl}">${text.hasAccount}</a></div>`,
  });
}

/** Someone signed in with a LINE account that opens no account here. */
export function unknownLinePage(frame: PageFrame, { signInUrl }: { signInUrl: string }): Html {
  const text = TEXTS[frame.locale].unknownLine;
  return layout(frame, {
    title: text.title,
    body: html`<h1>${text.title}</h1>
<p>${text.text}</p>
<a class="button primary" href="${portalUrl(frame, '/signup')}">${TEXTS[frame.locale].signIn.signUp}</a>
<p class="gap">${text.hasAccount}</p>
<a class="button wide" href="${signInUrl}">${text.back}</a>`,
  });
}
