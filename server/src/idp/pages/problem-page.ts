import { html } from 'hono/html';
import { type Html, layout, type PageFrame, portalUrl } from './layout.ts';
import { type ProblemKind, TEXTS } from './texts.ts';

/**
 * What went wrong in plain words, with a way on; never what the software calls it.
 * @param reference request id, shown where only our support can help
 */
export function problemPage(frame: PageFrame, kind: ProblemKind, reference?: string): Html {
  const text = TEXTS[frame.locale].problem;
  const { title, text: explanation } = text[kind];
  return layout(frame, {
    title,
    body: html`<h1>${title}</h1>
<p>${explanation}</p>
${wayOn(frame, kind)}
${reference && html`<p class="reference">${text.reference} ${reference}</p>`}`,
  });
}

/** A sign-in that has ended is begun again by the portal's home, or is done and leads there. */
function wayOn(frame: PageFrame, kind: ProblemKind): Html {
  const text = TEXTS[frame.locale];
  const [path, label] =
    kind === 'expired'
      ? ['/my-page', text.signInAgain]
      : kind === 'done'
        ? ['/my-page', text.toMyPage]
        : ['/', text.toPortal];
  return html`<a class="button primary" href="${portalUrl(frame, path)}">${label}</a>`;
}

/** The member has left: signing in succeeds nowhere but here (decisions.md «Sign-in»). */
export function closedAccountPage(frame: PageFrame): Html {
  const { title, text } = TEXTS[frame.locale].closed;
  return layout(frame, {
    title,
    body: html`<h1>${title}</h1>
<p>${text}</p>
<a class="button primary" href="${portalUrl(frame, '/signup')}">${TEXTS[frame.locale].signIn.signUp}</a>
<div class="below"><a href="${portalUrl(frame)}">${TEXTS[frame.locale].toPortal}</a></div>`,
  });
}
