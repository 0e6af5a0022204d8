import { msg, type Translate, translator } from '@portal/server-platform/i18n';
import { type Html, layout, type PageFrame, portalUrl } from '@portal/server-platform/pages/layout';
import { SUBMIT_ONCE_SCRIPT } from '@portal/server-platform/pages/submit-once-script';
import type { LocalizedText, TermsChanges, TermsPiece } from '@portal/shared-contract';
import { html } from 'hono/html';

export type TermsView = {
  /** Where the forms go. */
  readonly action: string;
  readonly otherLanguageUrl: string;
  /** False for a member who has never accepted any terms. */
  readonly hasChanged: boolean;
  /** The changes since the version that the member accepted, newest first. */
  readonly changes: readonly LocalizedText[];
  /** Undefined for a member who has never accepted any terms. */
  readonly comparison: TermsChanges | undefined;
  /** The form came from another site, or was not readable. */
  readonly foreign: boolean;
};

/** Asks for agreement to the terms of service in force; there is no way around it. */
export function termsPage(frame: PageFrame, view: TermsView): Html {
  const t = translator(frame.locale);
  const title = t(
    view.hasChanged ? msg`The terms of service have changed` : msg`Agree to the terms of service`,
  );
  return layout(frame, {
    heading: title,
    ...(view.foreign && {
      summary: html`<div class="summary" role="alert"><p>${t(msg`Answer on this page.`)}</p></div>`,
    }),
    otherLanguageUrl: view.otherLanguageUrl,
    script: SUBMIT_ONCE_SCRIPT,
    body: html`${
      view.changes.length > 0
        ? html`<ul class="changes">${view.changes.map((change) => html`<li>${change[frame.locale]}</li>`)}</ul>`
        : html`<p>${t(msg`Read them before you agree.`)}</p>`
    }
${view.comparison && comparisonOf(view.comparison, t)}
<p><a href="${portalUrl(frame, '/terms-of-service')}" target="_blank" rel="noopener">${t(msg`Terms of service (opens a new tab)`)}</a></p>
<form method="post" action="${view.action}">
<input type="hidden" name="answer" value="accept">
<button class="primary" type="submit">${t(msg`Agree and continue`)}</button>
</form>
<details>
<summary>${t(msg`I do not agree`)}</summary>
<p>${t(msg`To use the member pages, you need to agree to the current terms. Your account and your data stay as they are, and you can come back and agree at any time.`)}</p>
<form method="post" action="${view.action}">
<input type="hidden" name="answer" value="decline">
<button class="wide" type="submit">${t(msg`Sign out without agreeing`)}</button>
</form>
</details>`,
  });
}

/** As on the portal's page `/verify-term`: changed articles are open, the others folded. */
function comparisonOf({ compared, opening, articles }: TermsChanges, t: Translate): Html {
  const opens = !compared || opening.some(({ change }) => change !== 'kept');
  return html`<h2>${t(compared ? msg`Before and now` : msg`The new terms of service`)}</h2>
${
  compared &&
  html`<p class="hint">${t(msg`Added words are bold and underlined, removed words are crossed out. Articles that have not changed are folded.`)}</p>`
}
${opens && html`<p>${piecesOf(opening, t)}</p>`}
<div>${articles.map(
    ({ changed, title, paragraphs }) => html`<details${changed || !compared ? ' open' : ''}>
<summary>${piecesOf(title, t)}</summary>
${paragraphs.map((pieces) => html`<p>${piecesOf(pieces, t)}</p>`)}
</details>`,
  )}</div>`;
}

/** Many screen readers say nothing of <ins> and <del>, so words do. */
function piecesOf(pieces: readonly TermsPiece[], t: Translate): Html[] {
  const hidden = (words: string) => html`<span class="unseen">${words}</span>`;
  const end = t(msg`(until here)`);
  return pieces.map(({ change, text }) => {
    if (change === 'kept') return html`${text}`;
    return change === 'added'
      ? html`<ins>${hidden(t(msg`Added:`))} ${text}${hidden(end)}</ins>`
      : html`<del>${hidden(t(msg`Removed:`))} ${text}${hidden(end)}</del>`;
  });
}
