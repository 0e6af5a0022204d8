import { html } from 'hono/html';
import { type Html, layout, type PageFrame, portalUrl } from './layout.ts';
import { TEXTS } from './texts.ts';

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
