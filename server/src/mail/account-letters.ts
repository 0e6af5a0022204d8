import type { Locale } from '@portal/shared-contract';
import type { Letter } from './letter.ts';

/** Changes of which the member is told by mail. */
export type AccountNotice =
  | 'password_set'
  | 'password_changed'
  | 'mfa_enabled'
  | 'mfa_disabled'
  | 'mfa_channel_changed'
  | 'totp_added'
  | 'totp_removed'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'passkey_added'
  | 'passkey_removed'
  | 'line_linked'
  | 'line_unlinked'
  | 'email_change_undone';

const NOTICES: Record<AccountNotice, Record<Locale, { subject: string; body: string }>> = {
  password_set: {
    ja: {
      subject: 'パスワードを設定しました',
      body: 'パスワードを設定しました。ほかの端末ではログアウトしています。',
    },
    en: {
      subject: 'Your password has been set',
      body: 'Your password has been set. Other devices have been signed out.',
    },
  },
  password_changed: {
    ja: {
      subject: 'パスワードを変更しました',
      body: 'パスワードを変更しました。ほかの端末ではログアウトしています。',
    },
    en: {
      subject: 'Your password has been changed',
      body: 'Your password has been changed. Other devices have been signed out.',
    },
  },
  mfa_enabled: {
    ja: {
      subject: '2段階認証をオンにしました',
      body: '次回のログインから、確認コードの入力などをお願いします。',
    },
    en: {
      subject: 'Two-step verification is on',
      body: 'From your next sign-in we will ask for a second step.',
    },
  },
  mfa_disabled: {
    ja: {
      subject: '2段階認証をオフにしました',
      body: '2段階認証をオフにしました。いつでも設定からオンに戻せます。',
    },
    en: {
      subject: 'Two-step verification is off',
      body: 'Two-step verification is off. You can turn it on again in your settings.',
    },
  },
  mfa_channel_changed: {
    ja: {
      subject: '確認コードの送り先を変更しました',
      body: 'ログイン時の確認コードの送り先が変わりました。',
    },
    en: {
      subject: 'Your codes now go somewhere else',
      body: 'The way we send your sign-in codes has changed.',
    },
  },
  totp_added: {
    ja: {
      subject: '認証アプリを登録しました',
      body: 'ログイン時に認証アプリのコードをお使いいただけます。',
    },
    en: {
      subject: 'An authenticator app was added',
      body: 'You can now use codes from your authenticator app to sign in.',
    },
  },
  totp_removed: {
    ja: { subject: '認証アプリを削除しました', body: '認証アプリの登録を削除しました。' },
    en: {
      subject: 'Your authenticator app was removed',
      body: 'Your authenticator app has been removed.',
    },
  },
  recovery_codes_made: {
    ja: {
      subject: 'リカバリーコードを発行しました',
      body: '新しいリカバリーコードを発行しました。以前のコードは使えません。',
    },
    en: {
      subject: 'New recovery codes were made',
      body: 'New recovery codes were made. The earlier ones no longer work.',
    },
  },
  recovery_code_used: {
    ja: {
      subject: 'リカバリーコードが使われました',
      body: 'リカバリーコードを使ったログインがありました。',
    },
    en: {
      subject: 'A recovery code was used',
      body: 'Somebody signed in with one of your recovery codes.',
    },
  },
  passkey_added: {
    ja: {
      subject: 'パスキーを登録しました',
      body: '新しいパスキーでログインできるようになりました。',
    },
    en: { subject: 'A passkey was added', body: 'You can now sign in with your new passkey.' },
  },
  passkey_removed: {
    ja: { subject: 'パスキーを削除しました', body: '登録されていたパスキーを削除しました。' },
    en: { subject: 'A passkey was removed', body: 'One of your passkeys has been removed.' },
  },
  line_linked: {
    ja: { subject: 'LINEと連携しました', body: 'LINEでログインできるようになりました。' },
    en: { subject: 'LINE is connected', body: 'You can now sign in with LINE.' },
  },
  line_unlinked: {
    ja: { subject: 'LINEとの連携を解除しました', body: 'LINEではログインできなくなりました。' },
    en: { subject: 'LINE is disconnected', body: 'You can no longer sign in with LINE.' },
  },
  email_change_undone: {
    ja: {
      subject: 'メールアドレスを元に戻しました',
      body: 'メールアドレスを元に戻し、すべての端末でログアウトしました。変更後に追加されたログイン方法は取り消しました。',
    },
    en: {
      subject: 'Your e-mail address has been restored',
      body: 'Your e-mail address is back, and every device has been signed out. Ways to sign in that were added since then have been removed.',
    },
  },
};

const NOT_YOU: Record<Locale, string> = {
  ja: 'お心当たりのない場合は、すぐにログインしてパスワードを変更し、設定の「ログイン中の端末」をご確認ください。',
  en: 'If this was not you, please sign in at once, change your password, and look at your signed-in devices in the settings.',
};

/** Tells the member of a change to how their account is opened. */
export function noticeLetter(locale: Locale, notice: AccountNotice): Letter {
  const { subject, body } = NOTICES[notice][locale];
  return { subject, paragraphs: [body], notes: [NOT_YOU[locale]] };
}

/** To the old address: with the link that takes the change back. The new one is masked. */
export function emailChangedLetter(locale: Locale, newEmail: string, undoUrl: string): Letter {
  return locale === 'ja'
    ? {
        subject: 'メールアドレスが変更されました',
        paragraphs: [
          `ご登録のメールアドレスが ${newEmail} に変更されました。`,
          'お心当たりのない場合は、72時間以内に下のボタンから元に戻してください。すべての端末でログアウトします。',
        ],
        button: { label: '元に戻す', url: undoUrl },
        notes: ['ご自身で変更された場合は、何もしていただく必要はありません。'],
      }
    : {
        subject: 'Your e-mail address has been changed',
        paragraphs: [
          `The e-mail address of your account is now ${newEmail}.`,
          'If this was not you, please take it back within 72 hours with the button below. Every device will be signed out.',
        ],
        button: { label: 'Take it back', url: undoUrl },
        notes: ['If you changed it yourself, there is nothing to do.'],
      };
}

/** To the new address. */
export function emailWelcomeLetter(locale: Locale): Letter {
  return locale === 'ja'
    ? {
        subject: 'メールアドレスを変更しました',
        paragraphs: ['今後は、このメールアドレスでログインしてください。'],
      }
    : {
        subject: 'Your e-mail address has been changed',
        paragraphs: ['From now on, please sign in with this e-mail address.'],
      };
}

export function farewellLetter(locale: Locale): Letter {
  return locale === 'ja'
    ? {
        subject: '退会の手続きが完了しました',
        paragraphs: [
          'これまでご利用いただき、ありがとうございました。すべての端末でログアウトしました。',
        ],
        notes: ['お心当たりのない場合は、お問い合わせ窓口までご連絡ください。'],
      }
    : {
        subject: 'Your account has been closed',
        paragraphs: ['Thank you for having been with us. Every device has been signed out.'],
        notes: ['If this was not you, please contact us.'],
      };
}
