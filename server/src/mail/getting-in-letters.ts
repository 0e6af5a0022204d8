import type { Locale } from '@portal/shared-contract';
import type { Letter } from './letter.ts';

/** After sign-up. Who came with LINE has no password yet and gets the link that lets them set one. */
export function welcomeLetter(
  locale: Locale,
  {
    homeUrl,
    setPasswordUrl,
  }: { readonly homeUrl: string; readonly setPasswordUrl?: string | undefined },
): Letter {
  const ja = locale === 'ja';
  const letter = {
    subject: ja ? '会員登録が完了しました' : 'Welcome',
    paragraphs: [
      ja
        ? 'ご登録ありがとうございます。このメールアドレスでの会員登録が完了しました。'
        : 'Thank you for signing up. Your account with this e-mail address is ready.',
    ],
    notes: [
      ja
        ? 'お心当たりのない場合は、お問い合わせ窓口までご連絡ください。'
        : 'If this was not you, please contact us.',
    ],
  };
  if (!setPasswordUrl) {
    return {
      ...letter,
      button: { label: ja ? 'マイページを開く' : 'Open My page', url: homeUrl },
    };
  }
  return {
    ...letter,
    paragraphs: [
      ...letter.paragraphs,
      ja
        ? 'LINEでログインできます。パスワードも設定しておくと、LINEが使えないときにもログインできます。'
        : 'You can sign in with LINE. If you set a password too, you can also sign in when LINE is not at hand.',
    ],
    button: { label: ja ? 'パスワードを設定する' : 'Set a password', url: setPasswordUrl },
    notes: [
      ja ? 'このボタンは24時間、1回だけ使えます。' : 'The button works once, within 24 hours.',
      ...letter.notes,
    ],
  };
}

/** To a member whose account wrong passwords or codes have locked. */
export function lockedLetter(locale: Locale, unblockUrl: string): Letter {
  return locale === 'ja'
    ? {
        subject: 'アカウントを一時的にロックしました',
        paragraphs: [
          'パスワードや確認コードの誤りが続いたため、安全のためアカウントを一時的にロックしました。',
          'ご本人の場合は、下のボタンからすぐにロックを解除できます。',
        ],
        button: { label: 'ロックを解除する', url: unblockUrl },
        notes: [
          'このボタンは24時間、1回だけ使えます。',
          'お心当たりのない場合は、ロックを解除し、ログインしてパスワードを変更してください。',
        ],
      }
    : {
        subject: 'Your account is locked for a while',
        paragraphs: [
          'There were several wrong passwords or codes in a row, so we have locked your account for a while to keep it safe.',
          'If this was you, you can unlock it at once with the button below.',
        ],
        button: { label: 'Unlock my account', url: unblockUrl },
        notes: [
          'The button works once, within 24 hours.',
          'If this was not you, please unlock your account, sign in and change your password.',
        ],
      };
}
