import { html } from 'hono/html';
import { type Html, layout, type PageFrame, portalUrl } from './layout.ts';
import { TEXTS } from './texts.ts';

export type SignOutView = {
  readonly action: string;
  readonly xsrf: string;
  /** The portal itself has sent the member here: no question, only a form that sends itself. */
  readonly asked: boolean;
};

/** Ends the session by a form, so that a link or picture elsewhere cannot. */
export function signOutPage(frame: PageFrame, { action, xsrf, asked }: SignOutView): Html {
  const text = TEXTS[frame.locale].signOut;
  return layout(frame, {
    title: asked ? text.underWay : text.title,
    ...(asked && { script: "document.getElementById('sign-out').submit();" }),
    body: html`<h1>${asked ? text.underWay : text.title}</h1>
<p>${asked ? text.underWayText : text.text}</p>
<form id="sign-out" method="post" action="${action}">
<input type="hidden" name="xsrf" value="${xsrf}">
<input type="hidden" name="logout" value="yes">
<button class="primary" type="submit">${text.submit}</button>
</form>
${!asked && html`<div class="below"><a href="${portalUrl(frame)}">${text.stay}</a></div>`}`,
  });
}

/** Where a sign-out ends that names no page to return to. */
export function signedOutPage(frame: PageFrame): Html {
  const text = TEXTS[frame.locale].signOut;
  return layout(frame, {
    title: text.done,
    body: html`<h1>${text.done}</h1>
<p>${text.doneText}</p>
<a class="button primary" href="${portalUrl(frame)}">${TEXTS[frame.locale].toPortal}</a>`,
  });
}
