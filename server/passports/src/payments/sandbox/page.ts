import type { Html } from '@portal/server-platform/pages/layout';
import { sandboxChoice, sandboxPages } from '@portal/server-platform/pages/sandbox-page';
import { type MessageDescriptor, msg, translator } from '@portal/server-platform/texts/i18n';
import { formatYen, type Locale } from '@portal/shared-contract';
import { html } from 'hono/html';
import { CALLBACK_MODES, type SandboxPayment } from './store.ts';

const TITLE = msg`Card payment (sandbox)`;
const CALLBACKS: Record<(typeof CALLBACK_MODES)[number], MessageDescriptor> = {
  once: msg`once, at once`,
  twice: msg`twice, at once`,
  late: msg`20 seconds late`,
  never: msg`never`,
};

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

export function payPage(payment: SandboxPayment, shop: string): Html {
  const { locale } = payment;
  const t = translator(locale);
  return document(
    locale,
    html`<h1>${t(TITLE)}</h1>
<p>${t(msg`Payment to ${{ shop }}`)}</p>
<p class="amount">${formatYen(payment.amount, locale)}</p>
<p>${t(msg`You pay with a test card (ending in 4242). There is no number to enter.`)}</p>
<form method="post">
<fieldset><legend>${t(msg`The shop is told`)}</legend>
${CALLBACK_MODES.map((mode, index) => sandboxChoice('callback', mode, t(CALLBACKS[mode]), index))}
</fieldset>
<button class="first" name="decision" value="pay">${t(msg`Pay`)}</button>
<button name="decision" value="decline">${t(msg`Pay with an empty card (fails)`)}</button>
<button name="decision" value="leave">${t(msg`Go back without paying`)}</button>
</form>
<p class="note">${t(msg`This page belongs to the trial environment. Nothing is charged.`)}</p>`,
  );
}

export function unknownPage(locale: Locale, portal: string): Html {
  const t = translator(locale);
  const text = t(msg`We could not find this payment. Go back and try again.`);
  return document(
    locale,
    html`<h1>${t(TITLE)}</h1><p>${text}</p><p><a href="${portal}">${t(msg`Go back`)}</a></p>`,
  );
}

const document = (locale: Locale, body: Html): Html =>
  PAGES.document({ locale, title: translator(locale)(TITLE), body });
