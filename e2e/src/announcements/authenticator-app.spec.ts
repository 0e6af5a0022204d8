import { enterAtProvider } from '../account/actions.ts';
import { totp } from '../idp/second-step-methods.ts';
import { LOCALES } from '../support/labels.ts';
import { codeSentTo } from '../support/outbox.ts';
import { button, codeField } from '../support/page-actions.ts';
import { startSession } from '../support/session.ts';
import { PROOF, test } from '../support/test.ts';
import { COMPUTED_NAMES } from './browser.ts';
import { type Transcripts, Walk } from './walk.ts';

test.use(COMPUTED_NAMES);

const TRANSCRIPTS: Transcripts = {
  en: `
    open /account/mfa-settings → title “Two-step verification”
    Set up an app → title “Enter the code from your e-mail” · focus textbox “Code (6 digits)” “We have sent a six-digit code to ***@example.com. It is valid for 10 minutes.”
    at the provider → title “Signing you in” · focus generic “Done You have confirmed that it is you. To finish, press the button once more.” · title “Two-step verification” · says “Two-step verification”
    Set up an app → focus region “Authenticator app”
    wrong code of the app → focus textbox “Code Required” invalid “That code doesn’t match. Enter the code that your app shows now.”
    code of the app → says “The authenticator app is set up. Close” · focus region “Keep these recovery codes”
    I have saved them → focus region “Authenticator app”
  `,
  ja: `
    open /account/mfa-settings → title “2段階認証”
    アプリを設定する → title “メールの確認コードを入力してください” · focus textbox “確認コード（6桁）” “***@example.com に6桁の確認コードをお送りしました。有効期限は10分です。”
    at the provider → title “ログインしています” · focus generic “完了 ご本人の確認ができました。もう一度ボタンを押すと、手続きが完了します。” · title “2段階認証” · says “2段階認証”
    アプリを設定する → focus region “認証アプリ”
    wrong code of the app → focus textbox “確認コード 必須” invalid “確認コードが違います。アプリに今表示されている確認コードを入力してください。”
    code of the app → says “認証アプリを設定しました。 閉じる” · focus region “リカバリーコードを保存してください”
    保存しました → focus region “認証アプリ”
  `,
};

for (const locale of LOCALES) {
  // @proves 16.31 16.32
  test(
    `setting up an authenticator app, ${locale}`,
    PROOF,
    async ({ page, portal, member, errors }) => {
      errors.allow(/status of (403|422)/);
      const on = { page, locale };
      await startSession(page, portal, member, locale);
      const walk = await Walk.begin(page, locale, TRANSCRIPTS, [[member.email, '{e-mail}']]);
      await walk.open('/account/mfa-settings');
      await walk.press(button(on, 'Set up an app'));
      await walk.step('at the provider', () =>
        enterAtProvider(on, portal, () => codeSentTo(portal, member.email)),
      );
      await walk.press(button(on, 'Set up an app'));
      const link = page.locator('a[href^="otpauth:"]');
      const secret =
        new URL((await link.getAttribute('href')) ?? '').searchParams.get('secret') ?? '';
      const code = totp(secret, Date.now());
      await walk.step('wrong code of the app', () =>
        walk.type(codeField(on), code === '000000' ? '000001' : '000000'),
      );
      await walk.step('code of the app', () => walk.type(codeField(on), code));
      await walk.press(button(on, 'I have saved them'));
      walk.end();
    },
  );
}
