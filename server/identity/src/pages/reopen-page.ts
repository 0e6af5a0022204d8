import { msg, translator } from '@portal/server-platform/i18n';
import { type Html, layout, type PageFrame } from '@portal/server-platform/pages/layout';
import { SUBMIT_ONCE_SCRIPT } from '@portal/server-platform/pages/submit-once-script';
import { momentInJapan } from '@portal/server-platform/texts/moment-in-japan';
import { html } from 'hono/html';

export type ReopenView = {
  /** Where the form goes. */
  readonly action: string;
  readonly otherLanguageUrl: string;
  /** Until when the account can be brought back. */
  readonly until: Date;
  /** The form came from another site, or was not readable. */
  readonly foreign: boolean;
};

/** Asks whether to bring the closed account back; the reader has just signed in. */
export function reopenPage(frame: PageFrame, view: ReopenView): Html {
  const t = translator(frame.locale);
  const title = t(msg`Bring your account back?`);
  const until = momentInJapan(frame.locale, view.until);
  return layout(frame, {
    heading: title,
    ...(view.foreign && {
      summary: html`<div class="summary" role="alert"><p>${t(msg`Answer on this page.`)}</p></div>`,
    }),
    otherLanguageUrl: view.otherLanguageUrl,
    script: SUBMIT_ONCE_SCRIPT,
    body: html`<p>${t(msg`This account is closed. You can bring it back until ${{ until }}, with your profile, your passports and your notifications as you left them.`)}</p>
<p>${t(msg`If you leave it closed, we erase your data after that, and the e-mail address is free for a new account.`)}</p>
<form method="post" action="${view.action}">
<input type="hidden" name="answer" value="reopen">
<button class="primary" type="submit">${t(msg`Bring my account back`)}</button>
</form>
<form method="post" action="${view.action}">
<input type="hidden" name="answer" value="leave">
<button class="wide" type="submit">${t(msg`Leave it closed`)}</button>
</form>`,
  });
}
