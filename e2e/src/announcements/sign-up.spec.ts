import { LOCALES } from '../support/labels.ts';
import { uniqueEmail } from '../support/members.ts';
import { codeSentTo } from '../support/outbox.ts';
import { button, codeField, field, link } from '../support/page-actions.ts';
import { PROOF, test } from '../support/test.ts';
import { COMPUTED_NAMES } from './browser.ts';
import { type Transcripts, Walk } from './walk.ts';

const PASSWORD = 'matcha-to-daifuku-88';

test.use(COMPUTED_NAMES);

const TRANSCRIPTS: Transcripts = {
  en: `
    open /signup → title “Create an account”
    Sign up by e-mail → title “Your e-mail address” · focus heading “Your e-mail address”
    Send a code to this address → focus region “Check the following” “Enter an e-mail address. Read and agree to the terms of service.”
    Send a code to this address → focus textbox “Code Required” “We have sent a six-digit code to {e-mail}. It is valid for 10 minutes.” · title “Enter the code” · says “Enter the code”
    wrong code → focus textbox “Code Required” invalid “That code doesn’t match. Check the latest message and enter it again.”
    code → focus textbox “Password Required” “8 to 128 characters of any kind. A few words that only you would put together are easy to remember and hard to guess.” · title “Choose your password” · says “Choose your password”
    Create the account → focus region “Check the following” “Enter a password.”
    Create the account → title “Your account is ready” · focus heading “Your account is ready” · title “Signing you in” · focus heading “Your details” · title “Your details”
  `,
  ja: `
    open /signup → title “会員登録”
    メールアドレスで登録 → title “メールアドレスの入力” · focus heading “メールアドレスの入力”
    このアドレスに確認コードを送信 → focus region “次の項目をご確認ください” “メールアドレスを入力してください。 利用規約をお読みのうえ、同意してください。”
    このアドレスに確認コードを送信 → focus textbox “確認コード 必須” “{e-mail}宛に6桁の確認コードをお送りしました。10分間有効です。” · title “確認コードの入力” · says “確認コードの入力”
    wrong code → focus textbox “確認コード 必須” invalid “確認コードが違います。最新のメッセージを見て、もう一度入力してください。”
    code → focus textbox “パスワード 必須” “8文字以上128文字以内。文字の種類は問いません。ご自分だけが思いつく言葉をいくつか組み合わせると、覚えやすく、推測されにくくなります。” · title “パスワードの設定” · says “パスワードの設定”
    アカウントを作成 → focus region “次の項目をご確認ください” “パスワードを入力してください。”
    アカウントを作成 → title “アカウントができました” · focus heading “アカウントができました” · title “ログインしています” · focus heading “会員情報の入力” · title “会員情報の入力”
  `,
};

for (const locale of LOCALES) {
  // @proves 16.31 16.32 16.33 16.34 16.35
  test(
    `signing up by e-mail, ${locale}`,
    locale === 'ja' ? PROOF : {},
    async ({ page, portal, errors }) => {
      errors.allow(/status of 422.*verify-code/);
      const email = uniqueEmail('announced');
      const on = { page, locale };
      const walk = await Walk.begin(page, locale, TRANSCRIPTS, [[email, '{e-mail}']]);
      await walk.open('/signup');
      await walk.press(link(on, 'Sign up by e-mail'));
      await walk.press(button(on, 'Send a code to this address'));
      await walk.type(field(on, 'E-mail address'), email);
      await walk.check(page.locator('#field-agreed'));
      await walk.press(button(on, 'Send a code to this address'));
      const code = await codeSentTo(portal, email);
      await walk.step('wrong code', () =>
        walk.type(codeField(on), code === '000000' ? '000001' : '000000'),
      );
      await walk.step('code', () => walk.type(codeField(on), code));
      await walk.press(button(on, 'Create the account'));
      await walk.type(page.locator('#field-password'), PASSWORD);
      await walk.press(button(on, 'Create the account'));
      walk.end();
    },
  );
}
