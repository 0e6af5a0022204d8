import { enterAtProvider } from '../account/actions.ts';
import { turnstile } from '../passports/turnstile.ts';
import { LOCALES, translate } from '../support/labels.ts';
import { memberApi } from '../support/member-api.ts';
import { createMember } from '../support/members.ts';
import { codeSentTo, lastCode } from '../support/outbox.ts';
import { buyPassport } from '../support/passports.ts';
import { startSession } from '../support/session.ts';
import { PROOF, test } from '../support/test.ts';
import { COMPUTED_NAMES } from './browser.ts';
import { type Masks, type Transcripts, Walk } from './walk.ts';

test.use(COMPUTED_NAMES);

const OFFERED: Transcripts = {
  en: `
    open /my-page/passports/{id} → title “Passport”
    Transfer to another member They receive it once they accept. → title “Enter the code from your e-mail” · focus textbox “Code (6 digits)” “We have sent a six-digit code to ***@example.com. It is valid for 10 minutes.”
    at the provider → title “Signing you in” · focus heading “Passport” · title “Passport” · focus alertdialog “Transfer to another member” “Receiver”, textbox “Member number or e-mail address Required” “Ask the member for it. They can find it on Home.”
    Next → focus textbox “Member number or e-mail address Required” invalid “Ask the member for it. They can find it on Home. Enter a member code or e-mail address.”
    Next → focus button “Back” · focus alertdialog “Offer the passport?” “You are offering this passport to ***@example.com. You entered: {e-mail} From 佐藤 葵 Until they answer, its code does not open the gate, and you can withdraw the offer. Once they accept, it is theirs.”
    Offer → says “The passport has been offered. Close” · focus textbox “Member number or e-mail address Required” “Ask the member for it. They can find it on Home.” · focus heading “Passport” · focus button “Withdraw the offer”
  `,
  ja: `
    open /my-page/passports/{id} → title “パスポート”
    ほかの会員にゆずる お相手が受け取ると完了します → title “メールの確認コードを入力してください” · focus textbox “確認コード（6桁）” “***@example.com に6桁の確認コードをお送りしました。有効期限は10分です。”
    at the provider → title “ログインしています” · focus heading “パスポート” · title “パスポート” · focus alertdialog “ほかの会員にゆずる” “お相手”, textbox “会員番号またはメールアドレス 必須” “お相手にお尋ねください。会員番号はホームに表示されています。”
    次へ → focus textbox “会員番号またはメールアドレス 必須” invalid “お相手にお尋ねください。会員番号はホームに表示されています。 会員番号またはメールアドレスを入力してください。”
    次へ → focus button “戻る” · focus alertdialog “この方にゆずりますか？” “***@example.com 様に、このパスポートをゆずります。 入力した送り先：{e-mail} 佐藤 葵より お相手が返答するまでQRコードは使えませんが、ゆずるのをやめることができます。お相手が受け取ると、パスポートはお相手のものになります。”
    この方にゆずる → says “ゆずる手続きをしました。お相手の返答をお待ちください。 閉じる” · focus textbox “会員番号またはメールアドレス 必須” “お相手にお尋ねください。会員番号はホームに表示されています。” · focus heading “パスポート” · focus button “ゆずるのをやめる”
  `,
};

const ACCEPTED: Transcripts = {
  en: `
    open /my-page/passports/{id} → title “Passport”
    Accept → says “The passport is now yours. Close” · focus heading “Passport”
  `,
  ja: `
    open /my-page/passports/{id} → title “パスポート”
    受け取る → says “パスポートを受け取りました。 閉じる” · focus heading “パスポート”
  `,
};

for (const locale of LOCALES) {
  // @proves 16.31 16.32 16.36
  test(
    `offering and accepting a passport, ${locale}`,
    locale === 'ja' ? PROOF : {},
    async ({ page, newBrowser, portal, member, errors }) => {
      errors.allow(/status of (403|404|422)/);
      const named = (english: string) => ({ name: translate(locale, english), exact: true });
      await startSession(page, portal, member, locale);
      await page.goto('/terms-of-service');
      const { id } = await buyPassport(await memberApi(page, portal));
      await turnstile(portal, '--paid', id);
      const receiver = await createMember(portal, { lastName: '近藤', firstName: '杏' });

      const title = translate(locale, 'New notification: {title}', { title: '[^”]*' });
      // A notification about the offer comes at any time.
      const masks: Masks = [
        [id, '{id}'],
        [new RegExp(` · says “${title}”`, 'g'), ''],
      ];
      const walk = await Walk.begin(page, locale, OFFERED, [
        [receiver.email, '{e-mail}'],
        ...masks,
      ]);
      await walk.open(`/my-page/passports/${id}`);
      const before = await lastCode(portal, member.email);
      await walk.press(
        page.getByRole('button', {
          name: new RegExp(translate(locale, 'Transfer to another member')),
        }),
      );
      await walk.step('at the provider', () =>
        enterAtProvider({ page }, portal, () => codeSentTo(portal, member.email, before)),
      );
      await walk.press(page.getByRole('button', named('Next')));
      await walk.type(page.locator('#field-username'), receiver.email);
      await walk.press(page.getByRole('button', named('Next')));
      await walk.press(page.getByRole('button', named('Offer')));

      const other = await (await newBrowser()).newPage();
      await startSession(other, portal, receiver, locale);
      const receiving = await Walk.begin(other, locale, ACCEPTED, masks);
      await receiving.open(`/my-page/passports/${id}`);
      await receiving.press(other.getByRole('button', named('Accept')));
      walk.end();
      receiving.end();
    },
  );
}
