import type { Locale, VerificationType } from '@portal/shared-contract';
import type { Letter } from './letter.ts';

/** What the member is about to do, so that a code asked for by somebody else is noticed. */
const PURPOSES: Record<Exclude<VerificationType, 'verify_email_link'>, Record<Locale, string>> = {
  signup: { ja: '会員登録', en: 'signing up' },
  mfa_login: { ja: 'ログイン', en: 'signing in' },
  mfa_setting_password: { ja: 'パスワードの設定', en: 'setting a password' },
  mfa_change_password: { ja: 'パスワードの変更', en: 'changing your password' },
  mfa_edit_account: { ja: '会員情報の変更', en: 'editing your profile' },
  mfa_deactivate_account: { ja: '退会の手続き', en: 'closing your account' },
  mfa_settings: { ja: 'ログイン方法の設定', en: 'changing how you sign in' },
  mfa_disconnect_line: { ja: 'LINE連携の解除', en: 'disconnecting LINE' },
  mfa_forgot_password: { ja: 'パスワードの再設定', en: 'resetting your password' },
  verify_email_by_user: { ja: 'メールアドレスの確認', en: 'confirming your e-mail address' },
  verify_pre_change_email: { ja: 'メールアドレスの変更', en: 'changing your e-mail address' },
  verify_email_change: {
    ja: '新しいメールアドレスの確認',
    en: 'confirming your new e-mail address',
  },
};
export type CodeType = keyof typeof PURPOSES;

export function codeLetter(locale: Locale, type: CodeType, code: string): Letter {
  const purpose = PURPOSES[type][locale];
  return locale === 'ja'
    ? {
        subject: '確認コードのお知らせ',
        paragraphs: [`${purpose}の確認コードです。画面に入力してください。`],
        code,
        notes: [
          'コードの有効期間は10分です。使えるのは1回だけです。',
          'コードは誰にも教えないでください。お心当たりのない場合は、このメールを破棄してください。',
        ],
      }
    : {
        subject: 'Your confirmation code',
        paragraphs: [`This is your code for ${purpose}. Please enter it on the page.`],
        code,
        notes: [
          'It works once, within 10 minutes.',
          'Please do not share it with anyone. If you did not ask for it, you can ignore this e-mail.',
        ],
      };
}

export function codeSms(brand: string, locale: Locale, type: CodeType, code: string): string {
  const purpose = PURPOSES[type][locale];
  return locale === 'ja'
    ? `【${brand}】${purpose}の確認コード：${code}（10分間有効）。誰にも教えないでください。`
    : `${brand}: ${code} is your code for ${purpose}. Valid for 10 minutes. Do not share it.`;
}
