import { createHash } from 'node:crypto';
import type { Locale } from '@portal/shared-contract';
import { html, raw } from 'hono/html';
import type { Html } from '../idp/pages/layout.ts';
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
${CALLBACK_MANNERS.map(
  (manner, index) => html`<label><input type="radio" name="callback" value="${manner}"
 ${index === 0 ? raw('checked') : ''}> ${text[manner]}</label>`,
)}
</fieldset>
<button class="pay" name="decision" value="pay">${text.pay}</button>
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

function document(locale: Locale, body: Html): Html {
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${TEXTS[locale].title}</title>
<link rel="icon" href="data:,">
<style>${raw(STYLE)}</style>
</head>
<body><main>${body}</main></body>
</html>`;
}

/** Blue, so that nobody takes it for a page of the portal. */
const STYLE = `
* { box-sizing: border-box; }
html { background: #e8eefb; color: #101a33; font: 100%/1.7 system-ui, "Hiragino Sans", "Noto Sans JP", sans-serif; }
body { margin: 0; padding: 1rem; }
main { max-width: 25rem; margin: 2rem auto; padding: 1.5rem; background: #ffffff; border-top: 0.5rem solid #2450b8; border-radius: 0.5rem; }
h1 { margin: 0 0 1rem; font-size: 1.25rem; }
a { color: #1d3f91; }
.amount { margin: 0.5rem 0; font-size: 2rem; font-weight: 700; }
fieldset { margin: 1rem 0; padding: 0.5rem 1rem; border: 1px solid #66728f; border-radius: 0.5rem; }
label { display: flex; align-items: center; gap: 0.75rem; min-height: 2.75rem; }
input { width: 1.25rem; height: 1.25rem; accent-color: #2450b8; }
button { width: 100%; min-height: 2.75rem; margin-top: 0.75rem; font: inherit; font-weight: 700; color: inherit; background: #ffffff; border: 1px solid #66728f; border-radius: 0.5rem; cursor: pointer; }
.pay { background: #2450b8; border-color: #2450b8; color: #ffffff; }
:focus-visible { outline: 3px solid #101a33; outline-offset: 2px; }
.note { margin: 1.5rem 0 0; font-size: 0.875rem; color: #47526e; }
`;
export const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
