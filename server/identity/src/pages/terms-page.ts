import { msg, translator } from '@portal/server-platform/i18n';
import { type Html, layout, type PageFrame, portalUrl } from '@portal/server-platform/pages/layout';
import { SUBMIT_ONCE_SCRIPT } from '@portal/server-platform/pages/submit-once-script';
import type { LocalizedText } from '@portal/shared-contract';
import { html } from 'hono/html';

export type TermsView = {
  /** Where the forms go. */
  readonly action: string;
  readonly otherLanguageUrl: string;
  /** False for a member who has never accepted any terms. */
  readonly hasChanged: boolean;
  /** The changes since the version that the member accepted, newest first. */
  readonly changes: readonly LocalizedText[];
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
