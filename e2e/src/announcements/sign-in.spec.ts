import { serverText } from '@portal/server-testing/texts';
import { LOCALES, translate } from '../support/labels.ts';
import { createMember } from '../support/members.ts';
import { codeSentTo } from '../support/outbox.ts';
import { tagOfLanguage, test } from '../support/test.ts';
import { COMPUTED_NAMES } from './browser.ts';
import { type Transcripts, Walk } from './walk.ts';

test.use(COMPUTED_NAMES);

const TRANSCRIPTS: Transcripts = {
  en: `
    open / → title “Welcome”
    Sign in → title “Sign in” · focus textbox “E-mail address”
    Sign in → title “We could not sign you in” · focus alert “We could not sign you in” “Enter your e-mail address. Enter your password.”
    Sign in → title “We could not sign you in” · focus alert “We could not sign you in” “Wrong e-mail address or password.”
    Sign in → title “Enter the code from your e-mail” · focus textbox “Code (6 digits)” “We have sent a six-digit code to ***@example.com. It is valid for 10 minutes.”
    wrong code → title “We could not confirm that it is you” · focus alert “We could not confirm that it is you” “That code doesn’t match, or is no longer valid. Check it, or ask for a new one if you have tried several times.”
    code → title “Signing you in” · focus heading “Hello, 佐藤 葵” · title “Home” · says “Home”
  `,
  ja: `
    open / → title “ようこそ”
    ログイン → title “ログイン” · focus textbox “メールアドレス”
    ログイン → title “ログインできませんでした” · focus alert “ログインできませんでした” “メールアドレスを入力してください。 パスワードを入力してください。”
    ログイン → title “ログインできませんでした” · focus alert “ログインできませんでした” “メールアドレスかパスワードが違います。”
    ログイン → title “メールの確認コードを入力してください” · focus textbox “確認コード（6桁）” “***@example.com に6桁の確認コードをお送りしました。有効期限は10分です。”
    wrong code → title “ご本人の確認ができませんでした” · focus alert “ご本人の確認ができませんでした” “確認コードが違うか、有効期限が切れています。もう一度ご確認いただくか、新しい確認コードをお受け取りください。”
    code → title “ログインしています” · focus heading “佐藤 葵 様、こんにちは” · title “ホーム” · says “ホーム”
  `,
};

for (const locale of LOCALES) {
  // @proves 16.31 16.32 16.34 16.35
  test(
    `signing in with a second step, ${locale}`,
    tagOfLanguage(locale),
    async ({ page, portal, errors }) => {
      errors.allow(/status of 4(22|29)/);
      const member = await createMember(portal, { mfaEnabled: true });
      const text = (english: string) => serverText(locale, english);
      const named = (english: string) =>
        page.getByRole('button', { name: text(english), exact: true });
      const walk = await Walk.begin(page, locale, TRANSCRIPTS);
      await walk.open('/');
      await walk.press(
        page
          .getByRole('main')
          .getByRole('button', { name: translate(locale, 'Sign in'), exact: true }),
      );
      await walk.press(named('Sign in'));
      const email = page.locator('#email');
      await walk.type(email, member.email);
      await walk.type(page.locator('#password'), `${member.password}?`);
      await walk.press(named('Sign in'));
      await walk.type(page.locator('#password'), member.password);
      await walk.press(named('Sign in'));
      const code = await codeSentTo(portal, member.email);
      await walk.step('wrong code', () =>
        walk.type(page.locator('#code'), code === '000000' ? '000001' : '000000'),
      );
      await walk.step('code', () => walk.type(page.locator('#code'), code));
      walk.end();
    },
  );
}
