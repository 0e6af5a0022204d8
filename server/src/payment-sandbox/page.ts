import type { Locale } from '@portal/shared-contract';
import { html } from 'hono/html';
import type { Html } from '../idp/pages/layout.ts';
import { sandboxChoice, sandboxPages } from '../sandbox-page.ts';
import { CALLBACK_MANNERS } from './callbacks.ts';
import type { SandboxPayment } from './store.ts';

const TEXTS = {
  ja: {
    title: 'カード決済（お試し用）',
    lead: (shop: string) => `${shop} へのお支払い`,
    card: 'テストカード（下4桁 4242）でお支払いします。番号の入力はありません。',
    pay: '支払う',
    decline: '残高不足のカードで支払う（失敗）',
    leave: '支払わずに戻る',
    back: '戻る',
    how: '結果の通知',
    once: 'すぐに1回届く',
    twice: 'すぐに2回届く',
    late: '20秒遅れて届く',
    never: '届かない',
    note: 'これはお試し環境のための画面です。実際の請求はありません。',
    unknown: 'このお支払いは見つかりませんでした。元の画面に戻り、もう一度お試しください。',
  },
  en: {
    title: 'Card payment (sandbox)',
    lead: (shop: string) => `Payment to ${shop}`,
    card: 'You pay with a test card (ending in 4242). There is no number to enter.',
    pay: 'Pay',
    decline: 'Pay with an empty card (fails)',
    leave: 'Go back without paying',
    back: 'Go back',
    how: 'The shop is told',
    once: 'once, at once',
    twice: 'twice, at once',
    late: '20 seconds late',
    never: 'never',
    note: 'This page belongs to the trial environment. Nothing is charged.',
    unknown: 'We could not find this payment. Please go back and try again.',
  },
} as const;

const PAGES = sandboxPages(
  {
    ground: '#e8eefb',
    ink: '#101a33',
    quietInk: '#47526e',
    line: '#66728f',
    mark: '#2450b8',
    accent: '#2450b8',
    onAccent: '#ffffff',
  },
  `a { color: #1d3f91; }
.amount { margin: 0.5rem 0; font-size: 2rem; font-weight: 700; }
`,
);
export const STYLE_HASH = PAGES.styleHash;

/** What is to be paid, and what shall come of it. */
export function payPage(payment: SandboxPayment, shop: string): Html {
  const { locale } = payment;
  const text = TEXTS[locale];
  const amount = new Intl.NumberFormat(locale, { style: 'currency', currency: 'JPY' });
  return document(
    locale,
    html`<h1>${text.title}</h1>
<p>${text.lead(shop)}</p>
<p class="amount">${amount.format(payment.amount)}</p>
<p>${text.card}</p>
<form method="post">
<fieldset><legend>${text.how}</legend>
${CALLBACK_MANNERS.map((manner, index) => sandboxChoice('callback', manner, text[manner], index))}
</fieldset>
<button class="first" name="decision" value="pay">${text.pay}</button>
<button name="decision" value="decline">${text.decline}</button>
<button name="decision" value="leave">${text.leave}</button>
</form>
<p class="note">${text.note}</p>`,
  );
}

/** For an address that leads to no payment. */
export function unknownPage(locale: Locale, portal: string): Html {
  const text = TEXTS[locale];
  return document(
    locale,
    html`<h1>${text.title}</h1><p>${text.unknown}</p><p><a href="${portal}">${text.back}</a></p>`,
  );
}

const document = (locale: Locale, body: Html): Html =>
  PAGES.document({ locale, title: TEXTS[locale].title, body });
