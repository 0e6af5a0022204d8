import { type MessageDescriptor, msg, translator } from '@portal/server-platform/i18n';
import { type Html, layout, type PageFrame, portalUrl } from '@portal/server-platform/pages/layout';
import { html } from 'hono/html';

export const CONTINUE = msg`Continue with LINE`;

/** Why LINE authenticated nobody. */
export type LineNotice = 'cancelled' | 'failed';

const ENDED_SIGN_UP: Record<LineNotice, { title: MessageDescriptor; text: MessageDescriptor }> = {
  cancelled: {
    title: msg`Signing up with LINE was cancelled`,
    text: msg`Nothing has been created. You can try again, or sign up by e-mail.`,
  },
  failed: {
    title: msg`We could not reach LINE`,
    text: msg`Try again in a moment, or sign up by e-mail.`,
  },
};

/** A sign-up with LINE was cancelled or failed there. */
export function endedSignUpPage(
  frame: PageFrame,
  urls: { readonly ended: LineNotice; readonly lineUrl: string; readonly signInUrl: string },
): Html {
  const t = translator(frame.locale);
  const { title, text } = ENDED_SIGN_UP[urls.ended];
  return layout(frame, {
    heading: t(title),
    body: html`<p>${t(text)}</p>
<a class="button line" href="${urls.lineUrl}">${t(CONTINUE)}</a>
<div><a class="button wide" href="${portalUrl(frame, '/signup')}">${t(msg`Sign up another way`)}</a></div>
<div class="below"><a href="${urls.signInUrl}">${t(msg`Sign in to an account you have`)}</a></div>`,
  });
}

/** The LINE account is connected to no member. */
export function unknownLinePage(frame: PageFrame, { signInUrl }: { signInUrl: string }): Html {
  const t = translator(frame.locale);
  const title = t(msg`No account is connected to this LINE account yet`);
  return layout(frame, {
    heading: title,
    body: html`<p>${t(msg`If you are new here, create an account. You can do that with LINE, too.`)}</p>
<a class="button primary" href="${portalUrl(frame, '/signup')}">${t(msg`Create an account`)}</a>
<p class="gap">${t(msg`Already have an account? Sign in with your password, then connect LINE in your account.`)}</p>
<a class="button wide" href="${signInUrl}">${t(msg`Back to sign-in`)}</a>`,
  });
}
