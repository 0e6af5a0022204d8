import { serverText } from '@portal/server-testing/texts';
import { enterAtProvider } from '../account/actions.ts';
import { turnstile } from '../passports/turnstile.ts';
import { testBrowserOptions } from '../support/browser.ts';
import { translate } from '../support/labels.ts';
import { memberApi } from '../support/member-api.ts';
import { createMember } from '../support/members.ts';
import { codeSentTo, lastCode } from '../support/outbox.ts';
import { buyPassport, portrait } from '../support/passports.ts';
import { startSession } from '../support/session.ts';
import { test } from '../support/test.ts';
import { type Masks, Walk } from './walk.ts';

const options = testBrowserOptions();
/** The browser tells a page which names and roles it computes for screen readers. */
const COMPUTED = '--enable-blink-features=ComputedAccessibilityInfo';
test.use({ launchOptions: { ...options, args: [...(options.args ?? []), COMPUTED] } });

const ja = (english: string) => translate('ja', english);
const named = (english: string) => ({ name: ja(english), exact: true });
const atProvider = (english: string) => ({ name: serverText('ja', english), exact: true });

// @proves 16.31 16.32 16.33 16.34 16.35
test('signing in with a second step', async ({ page, portal, errors }) => {
  errors.allow(/status of 4(22|29)/);
  const member = await createMember(portal, { mfaEnabled: true });
  const walk = await Walk.begin(
    page,
    `
    open / → title “ようこそ”
    ログイン → title “ログイン” · focus textbox “メールアドレス”
    ログイン → title “ログインできませんでした” · focus group “ログインできませんでした” “メールアドレスを入力してください。 パスワードを入力してください。”
    ログイン → title “ログインできませんでした” · focus group “ログインできませんでした” “メールアドレスかパスワードが違います。”
    ログイン → title “メールの確認コードを入力してください” · focus textbox “確認コード（6桁）” “***@example.com に6桁の確認コードをお送りしました。有効期限は10分です。”
    wrong code → title “ご本人の確認ができませんでした” · focus group “ご本人の確認ができませんでした” “確認コードが違うか、有効期限が切れています。もう一度ご確認いただくか、新しい確認コードをお受け取りください。”
    code → title “ログインしています” · focus heading “佐藤 葵 様、こんにちは” · title “ホーム” · says “ホーム”
  `,
  );
  await walk.open('/');
  await walk.press(page.getByRole('main').getByRole('button', named('Sign in')));
  const signIn = page.getByRole('button', atProvider('Sign in'));
  await walk.press(signIn);
  await walk.type(page.locator('#email'), member.email);
  await walk.type(page.locator('#password'), `${member.password}?`);
  await walk.press(signIn);
  await walk.type(page.locator('#password'), member.password);
  await walk.press(signIn);
  const code = await codeSentTo(portal, member.email);
  await walk.step('wrong code', () =>
    walk.type(page.locator('#code'), code === '000000' ? '000001' : '000000'),
  );
  await walk.step('code', () => walk.type(page.locator('#code'), code));
  walk.end();
});

// @proves 16.31 16.32 16.34 16.37 16.38
test('buying a passport by card', async ({ page, portal, member }) => {
  const button = (english: string) => page.getByRole('button', named(english));
  const toPayment = translate('ja', 'Pay {price} by card', { price: '9,800円' });
  const passport = ja('Passport');
  await startSession(page, portal, member);
  const walk = await Walk.begin(
    page,
    `
    open /my-page/passports/purchase → title “年間パスポートを購入する”
    次へ → title “デザインを選ぶ” · focus heading “デザインを選ぶ”
    次へ → title “写真を追加する” · focus heading “写真を追加する”
    次へ → focus region “次の項目をご確認ください” “写真を追加してください。”
    a picture → focus region “選んだ画像” “お顔が枠の中央に来るように合わせてください。指、マウス、矢印キーで動かせます。”
    この写真を使う → focus group “写真 必須” “正面を向き、帽子やサングラスのない、お一人で写っているものをお使いください。” · says “写真を追加しました。” · title “確認とお支払い” · focus heading “確認とお支払い”
    9,800円を支払う →
    支払う → title “ご購入ありがとうございます”
  `,
    [
      // The passport's page is left for the payment as soon as it is there.
      [new RegExp(`(${toPayment} →)(( ·)? (focus heading|title|says) “${passport}”)*`, 'g'), '$1'],
      // The payment takes a moment or none.
      [`title “${passport}” · says “${ja('Checking your payment')}” · `, ''],
      [` · focus heading “${ja('Thank you for your purchase')}”`, ''],
    ],
  );
  await walk.open('/my-page/passports/purchase');
  await walk.press(button('Next'));
  await walk.press(button('Next'));
  await walk.press(button('Next'));
  await walk.step('a picture', async () => {
    const chosen = page.waitForEvent('filechooser');
    await walk.reach(page.locator('input[type=file]:not([capture])'));
    await page.keyboard.press('Enter');
    const buffer = Buffer.from(await portrait());
    await (await chosen).setFiles({ name: 'face.png', mimeType: 'image/png', buffer });
  });
  await walk.press(button('Use this photo'));
  const pay = page.locator('button[value=pay]');
  await walk.step(toPayment, async () => {
    await walk.reach(page.getByRole('button', { name: toPayment, exact: true }));
    await page.keyboard.press('Enter');
    await pay.waitFor();
  });
  await walk.press(pay);
  await page.waitForURL(/\/my-page\/passports\/[^/]+\?payment=return$/);
  walk.end();
});

// @proves 16.31 16.32 16.36
test('offering and accepting a passport', async ({ page, newBrowser, portal, member, errors }) => {
  errors.allow(/status of (403|404|422)/);
  await startSession(page, portal, member);
  await page.goto('/terms-of-service');
  const { id } = await buyPassport(await memberApi(page, portal));
  await turnstile(portal, '--paid', id);
  const receiver = await createMember(portal, { lastName: '近藤', firstName: '杏' });
  const title = translate('ja', 'New notification: {title}', { title: '[^”]*' });
  // A notification about the offer comes at any time.
  const masks: Masks = [
    [id, '{id}'],
    [new RegExp(` · says “${title}”`, 'g'), ''],
    [receiver.email, '{email}'],
  ];
  const walk = await Walk.begin(
    page,
    `
    open /my-page/passports/{id} → title “パスポート”
    ほかの会員にゆずる お相手が受け取ると完了します → title “メールの確認コードを入力してください” · focus textbox “確認コード（6桁）” “***@example.com に6桁の確認コードをお送りしました。有効期限は10分です。”
    at the provider → title “ログインしています” · focus heading “パスポート” · title “パスポート” · focus alertdialog “ほかの会員にゆずる”, textbox “会員番号またはメールアドレス” “お相手にお尋ねください。会員番号はホームに表示されています。”
    次へ → focus textbox “会員番号またはメールアドレス” invalid “お相手にお尋ねください。会員番号はホームに表示されています。 会員番号またはメールアドレスを入力してください。”
    次へ → focus button “戻る” · focus alertdialog “この方にゆずりますか？” “***@example.com 様に、このパスポートをゆずります。 入力した送り先：{email} 佐藤 葵より お相手が返答するまでQRコードは使えませんが、ゆずるのをやめることができます。お相手が受け取ると、パスポートはお相手のものになります。”
    この方にゆずる → says “ゆずる手続きをしました。お相手の返答をお待ちください。 閉じる” · focus textbox “会員番号またはメールアドレス” “お相手にお尋ねください。会員番号はホームに表示されています。” · focus heading “パスポート” · focus button “ゆずるのをやめる”
  `,
    masks,
  );
  await walk.open(`/my-page/passports/${id}`);
  const before = await lastCode(portal, member.email);
  await walk.press(
    page.getByRole('button', { name: new RegExp(ja('Transfer to another member')) }),
  );
  await walk.step('at the provider', () =>
    enterAtProvider({ page }, portal, () => codeSentTo(portal, member.email, before)),
  );
  await walk.press(page.getByRole('button', named('Next')));
  await walk.type(page.locator('#field-username'), receiver.email);
  await walk.press(page.getByRole('button', named('Next')));
  await walk.press(page.getByRole('button', named('Offer')));

  const other = await (await newBrowser()).newPage();
  await startSession(other, portal, receiver);
  const receiving = await Walk.begin(
    other,
    `
    open /my-page/passports/{id} → title “パスポート”
    受け取る → says “パスポートを受け取りました。 閉じる” · focus heading “パスポート”
  `,
    masks,
  );
  await receiving.open(`/my-page/passports/${id}`);
  await receiving.press(other.getByRole('button', named('Accept')));
  walk.end();
  receiving.end();
});
