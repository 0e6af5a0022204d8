import type { Html, PageFrame } from '@portal/server-platform/pages/layout';
import { msg, translator } from '@portal/server-platform/texts/i18n';
import { momentInJapan } from '@portal/server-platform/texts/moment-in-japan';
import { RECOVERY_WAIT_HOURS } from '@portal/shared-contract';
import { html } from 'hono/html';

/** A member whose mailbox counts for nothing, because the password was set by mail. */
export type RecoveryView = {
  /** Where the member asks to wait for it. */
  readonly action: string;
  /** From when it counts, for a member who has asked. */
  readonly readyAt: Date | undefined;
};

/** Why no code is sent by e-mail, and the way of a member who has lost everything else. */
export function recoveryPart({ locale }: PageFrame, { action, readyAt }: RecoveryView): Html {
  const t = translator(locale);
  if (readyAt) {
    return html`<p class="notice" role="status">${t(msg`From ${{ moment: momentInJapan(locale, readyAt) }} you can sign in with a code by e-mail. Until then we ask for another way. We have told you everywhere we can, so that you can refuse it if it was not you.`)}</p>`;
  }
  return html`<details class="lost"><summary>${t(msg`I have lost all of these`)}</summary>
<p>${t(msg`You have set your password by e-mail, so a code to the same mailbox would show nothing new. If you have lost everything else, you can wait ${{ hours: RECOVERY_WAIT_HOURS }} hours: after that a code by e-mail is enough. We tell you by e-mail, text message and in the portal, so that nobody else can do this unnoticed.`)}</p>
<form method="post" action="${action}"><button class="wide" type="submit">${t(msg`Wait ${{ hours: RECOVERY_WAIT_HOURS }} hours`)}</button></form></details>`;
}
