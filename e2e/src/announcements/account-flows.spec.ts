import type { Locale } from '@portal/shared-contract';
import { FLOWS, type FlowName, type Step } from '../account/flow-table.ts';
import { type FlowRun, runFlow } from '../account/run-flow.ts';
import { LOCALES } from '../support/labels.ts';
import { button, field } from '../support/page-actions.ts';
import { startSession } from '../support/session.ts';
import { PROOF, tagOfLanguage, test } from '../support/test.ts';
import { COMPUTED_NAMES } from './browser.ts';
import { type Transcripts, Walk } from './walk.ts';

test.use(COMPUTED_NAMES);

const TRANSCRIPTS = {
  edit: {
    en: `
    open /account/edit → title “Edit your profile”
    Check the changes → focus region “Check the following” “Enter the postal code as seven digits.”
    Check the changes → title “Check the changes” · focus heading “Check the changes”
    Save → title “Enter the code from your e-mail” · focus textbox “Code (6 digits)” “We have sent a six-digit code to ***@example.com. It is valid for 10 minutes.”
    at the provider → title “Signing you in” · focus generic “Done You have confirmed that it is you. To finish, press the button once more.” · title “Check the changes” · says “Check the changes”
    Save → title “Your profile has been changed” · focus heading “Your profile has been changed”
  `,
    ja: `
    open /account/edit → title “会員情報の編集”
    変更内容の確認 → focus region “次の項目をご確認ください” “郵便番号は7桁の数字で入力してください。”
    変更内容の確認 → title “変更内容の確認” · focus heading “変更内容の確認”
    保存する → title “メールの確認コードを入力してください” · focus textbox “確認コード（6桁）” “***@example.com に6桁の確認コードをお送りしました。有効期限は10分です。”
    at the provider → title “ログインしています” · focus generic “完了 ご本人の確認ができました。もう一度ボタンを押すと、手続きが完了します。” · title “変更内容の確認” · says “変更内容の確認”
    保存する → title “会員情報を変更しました” · focus heading “会員情報を変更しました”
  `,
  },
  'change-email': {
    en: `
    open /account/change-email → title “Change e-mail address”
    Continue → title “Enter the code from your e-mail” · focus textbox “Code (6 digits)” “We have sent a six-digit code to ***@example.com. It is valid for 10 minutes.”
    at the provider → title “Signing you in” · focus heading “Change e-mail address” · title “Change e-mail address” · title “Enter the new address” · focus heading “Enter the new address”
    Send a code to this address → focus textbox “Current password Required” invalid “Wrong password. Enter it again.”
    Send a code to this address → focus textbox “Code Required” “We have sent a six-digit code to new.{e-mail}. It is valid for 10 minutes.” · title “Confirm the new address” · says “Confirm the new address”
    code → title “Your address has been changed” · focus heading “Your address has been changed”
  `,
    ja: `
    open /account/change-email → title “メールアドレスの変更”
    次へ進む → title “メールの確認コードを入力してください” · focus textbox “確認コード（6桁）” “***@example.com に6桁の確認コードをお送りしました。有効期限は10分です。”
    at the provider → title “ログインしています” · focus heading “メールアドレスの変更” · title “メールアドレスの変更” · title “新しいメールアドレスの入力” · focus heading “新しいメールアドレスの入力”
    このアドレスに確認コードを送信 → focus textbox “現在のパスワード 必須” invalid “パスワードが正しくありません。もう一度入力してください。”
    このアドレスに確認コードを送信 → focus textbox “確認コード 必須” “new.{e-mail}宛に6桁の確認コードをお送りしました。10分間有効です。” · title “新しいメールアドレスの確認” · says “新しいメールアドレスの確認”
    code → title “メールアドレスを変更しました” · focus heading “メールアドレスを変更しました”
  `,
  },
  delete: {
    en: `
    open /account/delete → title “Close your account”
    Continue to confirmation → title “Enter the code from your e-mail” · focus textbox “Code (6 digits)” “We have sent a six-digit code to ***@example.com. It is valid for 10 minutes.”
    at the provider → title “Signing you in” · focus generic “Done You have confirmed that it is you. To finish, press the button once more.” · title “Close your account?” · says “Close your account?”
    Close my account → focus heading “Your account has been closed” · title “Your account has been closed”
  `,
    ja: `
    open /account/delete → title “退会のお手続き”
    確認へ進む → title “メールの確認コードを入力してください” · focus textbox “確認コード（6桁）” “***@example.com に6桁の確認コードをお送りしました。有効期限は10分です。”
    at the provider → title “ログインしています” · focus generic “完了 ご本人の確認ができました。もう一度ボタンを押すと、手続きが完了します。” · title “退会の確認” · says “退会の確認”
    退会する → focus heading “退会の手続きが完了しました” · title “退会の手続きが完了しました”
  `,
  },
} satisfies Partial<Record<FlowName, Transcripts>>;

/** This flow has a form, a code and a mistake; the others are proofs. */
const IN_EVERY_RUN: FlowName = 'change-email';
const tagOf = (name: FlowName, locale: Locale) =>
  name === IN_EVERY_RUN ? tagOfLanguage(locale) : PROOF;

/** A mistake that the member makes before the first submit of these steps: a field and its text. */
const MISTAKES: Readonly<Record<string, readonly [label: string, text: string]>> = {
  '/account/edit': ['Postal code', '1'],
  '/account/change-email/form': ['Current password', 'not-this-one-27'],
};

for (const name of Object.keys(TRANSCRIPTS) as (keyof typeof TRANSCRIPTS)[]) {
  for (const locale of LOCALES) {
    // @proves 16.31 16.32
    test(`${name}, ${locale}`, tagOf(name, locale), async ({ page, portal, member, errors }) => {
      // The server says first that a code is wanted, or that the password is wrong.
      errors.allow(/status of (400|401|403|422)/);
      await startSession(page, portal, member, locale);
      const walk = await Walk.begin(page, locale, TRANSCRIPTS[name], [[member.email, '{e-mail}']]);
      const flow = FLOWS[name](member);
      const run: FlowRun = { page, portal, member, locale, flow, usedCodes: new Map() };
      await walk.open(flow.steps[0].path);
      await runFlow(run, {
        device: walk.device,
        opened: true,
        async onFilled(step: Step) {
          const [label = '', text = ''] = MISTAKES[step.path] ?? [];
          const right = step.fields?.find((one) => 'text' in one && one.text === label);
          if (!(step.press && right && 'value' in right)) return;
          await walk.type(field(run, label), text);
          await walk.press(button(run, step.press));
          await walk.type(field(run, label), right.value);
        },
        confirmAct: (confirm) => walk.step('at the provider', confirm),
        enterCode: (write) => walk.step('code', write),
      });
      walk.end();
    });
  }
}
