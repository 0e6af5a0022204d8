import { LOCALES, translate } from '../support/labels.ts';
import { portrait } from '../support/passports.ts';
import { startSession } from '../support/session.ts';
import { PROOF, test } from '../support/test.ts';
import { COMPUTED_NAMES } from './browser.ts';
import { type Transcripts, Walk } from './walk.ts';

test.use(COMPUTED_NAMES);

const TRANSCRIPTS: Transcripts = {
  en: `
    open /my-page/passports/purchase → title “Buy a passport”
    Next → title “Choose a design” · focus heading “Choose a design”
    Next → focus region “Check the following” “Choose a design.”
    Next → title “Add a photo” · focus heading “Add a photo”
    Next → focus region “Check the following” “Add a photo.”
    a picture → focus region “Your picture” “Put the face in the middle of the frame. Move the picture with a finger, the mouse or the arrow keys.”
    Use this photo → focus group “Photo Required” “Face the camera, without a hat or sunglasses, and with nobody else in the picture.” · says “The photo has been added.”
    Next → title “Check and pay” · focus heading “Check and pay”
    Buy for ¥9,800 → focus region “Check the following” “Choose one.”
    Buy and go to the payment →
    Pay → title “Passport” · says “Thank you for your purchase”
  `,
  ja: `
    open /my-page/passports/purchase → title “年間パスポートを購入する”
    次へ → title “デザインを選ぶ” · focus heading “デザインを選ぶ”
    次へ → focus region “次の項目をご確認ください” “デザインを選択してください。”
    次へ → title “写真を追加する” · focus heading “写真を追加する”
    次へ → focus region “次の項目をご確認ください” “写真を追加してください。”
    a picture → focus region “選んだ画像” “お顔が枠の中央に来るように合わせてください。指、マウス、矢印キーで動かせます。”
    この写真を使う → focus group “写真 必須” “正面を向き、帽子やサングラスのない、お一人で写っているものをお使いください。” · says “写真を追加しました。”
    次へ → title “確認とお支払い” · focus heading “確認とお支払い”
    9,800円で購入する → focus region “次の項目をご確認ください” “選択してください。”
    購入してお支払いへ進む →
    支払う → title “パスポート” · says “ご購入ありがとうございます”
  `,
};

for (const locale of LOCALES) {
  // @proves 16.31 16.32 16.34 16.37 16.38
  test(
    `buying a passport by card, ${locale}`,
    locale === 'ja' ? PROOF : {},
    async ({ page, portal, member }) => {
      const button = (english: string) =>
        page.getByRole('button', { name: translate(locale, english), exact: true });
      const toPayment = translate(locale, 'Buy and go to the payment');
      const passport = translate(locale, 'Passport');
      await startSession(page, portal, member, locale);
      const walk = await Walk.begin(page, locale, TRANSCRIPTS, [
        // The passport's page is left for the payment as soon as it is there.
        [
          new RegExp(
            `(${toPayment} →)( focus heading “${passport}”( · title “${passport}”)?)?`,
            'g',
          ),
          '$1',
        ],
        // The payment takes a moment or none.
        [`says “${translate(locale, 'Checking your payment')}” · `, ''],
      ]);
      await walk.open('/my-page/passports/purchase');
      await walk.press(button('Next'));
      await walk.press(button('Next'));
      await walk.choose(page.locator('input[value=mountain]'));
      await walk.press(button('Next'));
      await walk.press(button('Next'));
      await walk.step('a picture', async () => {
        const chosen = page.waitForEvent('filechooser');
        const input = page.locator('input[type=file]:not([capture])');
        await walk.reach(input);
        await page.keyboard.press('Enter');
        const buffer = Buffer.from(await portrait());
        await (await chosen).setFiles({ name: 'face.png', mimeType: 'image/png', buffer });
      });
      await walk.press(button('Use this photo'));
      await walk.press(button('Next'));
      await walk.press(page.getByRole('main').locator('button').last());
      await walk.choose(page.locator('input[value=card]'));
      const pay = page.locator('button[value=pay]');
      await walk.step(toPayment, async () => {
        await walk.reach(button('Buy and go to the payment'));
        await page.keyboard.press('Enter');
        await pay.waitFor();
      });
      await walk.press(pay);
      await page.waitForURL(/\/my-page\/passports\/[^/]+\?payment=return$/);
      walk.end();
    },
  );
}
