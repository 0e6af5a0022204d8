import type { SecurityMessage } from '@portal/server-members/messages';
import { msg, translator } from '@portal/server-platform/i18n';
import { momentInJapan } from '@portal/server-platform/texts/moment-in-japan';
import type { Locale } from '@portal/shared-contract';

/** The text message about a recovery, with the link that refuses it. */
export function recoverySms(
  brand: string,
  locale: Locale,
  { until, wayOut }: SecurityMessage,
): string {
  if (wayOut.kind !== 'refuse' || !until) throw new Error('Only a recovery is told by SMS');
  const moment = momentInJapan(locale, until);
  const { url } = wayOut;
  return translator(locale)(
    msg`${{ brand }}: From ${{ moment }} a code by e-mail will be enough to sign in to your account. Not you? Refuse it: ${{ url }}`,
  );
}

/** The push message about a recovery. It names nobody, because a locked phone shows it to everyone. */
export function recoveryPush(locale: Locale): { readonly subject: string; readonly text: string } {
  const t = translator(locale);
  return {
    subject: t(msg`Is this you?`),
    text: t(
      msg`Somebody asks to sign in without your second step. You can refuse it in the portal.`,
    ),
  };
}
