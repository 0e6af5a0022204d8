import type { SecondStep } from '@portal/shared-contract';
import { html } from 'hono/html';
import { type Html, layout, type PageFrame, scriptsOf } from './layout.ts';
import { PASSKEY_SCRIPT, type PasskeyOptions, passkeyForm } from './passkey-script.ts';
import { SUBMIT_ONCE_SCRIPT } from './submit-once-script.ts';
import { TEXTS } from './texts.ts';

export type SecondStepProblem =
  | 'codeMissing'
  | 'codeWrong'
  | 'passkeyRefused'
  | 'tooMany'
  | 'tooSoon'
  | 'foreign';

export type SecondStepView = {
  readonly way: SecondStep;
  /** The page without a query: forms and links are made from it. */
  readonly path: string;
  /** Address or number that a code went to, masked. */
  readonly target?: string;
  /** Seconds until another code may be sent; 0 when it may be now. */
  readonly resendIn?: number;
  /** Has a code just been sent, so that it should be said? */
  readonly sent?: boolean;
  readonly passkeyOptions?: PasskeyOptions;
  /** The member's other ways, in the order in which they are offered. */
  readonly others: readonly SecondStep[];
  readonly problem?: SecondStepProblem;
  readonly signInUrl: string;
};

/** The second step of a sign-in: one way at a time, and the others below. */
export function secondStepPage(frame: PageFrame, view: SecondStepView): Html {
  const { locale } = frame;
  const text = TEXTS[locale].secondStep;
  const { way, path, problem } = view;
  const title = text.title[way];
  const other = locale === 'ja' ? 'en' : 'ja';
  const scripts = [
    ...(view.passkeyOptions ? [PASSKEY_SCRIPT] : []),
    ...(view.resendIn ? [RESEND_SCRIPT] : []),
    SUBMIT_ONCE_SCRIPT,
  ];

  return layout(frame, {
    title: problem ? text.failed : title,
    otherLanguageUrl: `${path}?${new URLSearchParams({ way, ui_locale: other })}`,
    script: scriptsOf(...scripts),
    body: html`<h1>${title}</h1>
${
  problem &&
  html`<div class="summary" id="problem" role="alert" tabindex="-1" autofocus>
<h2>${text.failed}</h2>
<p>${problem === 'codeWrong' ? text.codeWrong[way] : text[problem]}</p>
</div>`
}
${view.sent && html`<p class="notice" role="status">${text.sent}</p>`}
<p>${text.lead[way](view.target ?? '')}</p>
${way === 'passkey' ? passkeyPart(frame, view) : codeForm(frame, view)}
${view.resendIn !== undefined && resendForm(frame, view, view.resendIn)}
${
  view.others.length > 0 &&
  html`<h2 class="others">${text.others}</h2>
<ul class="ways">${view.others.map((one) => html`<li>${otherWay(frame, path, one)}</li>`)}</ul>`
}
<div class="below"><a href="${view.signInUrl}">${text.startAgain}</a></div>`,
  });
}

function codeForm({ locale }: PageFrame, { way, path, problem }: SecondStepView): Html {
  const text = TEXTS[locale].secondStep;
  const recovery = way === 'recovery_code';
  return html`<form method="post" action="${path}?ui_locale=${locale}" novalidate>
<input type="hidden" name="way" value="${way}">
<div class="field">
<label for="code">${recovery ? text.recoveryCode : text.code}</label>
<input id="code" name="code" type="text" required maxlength="40" autocapitalize="none"
 spellcheck="false" autocomplete="${recovery ? 'off' : 'one-time-code'}"
 ${!recovery && html`inputmode="numeric"`}
 ${problem ? html`aria-invalid="true" aria-describedby="problem"` : html`autofocus`}>
</div>
<button class="primary" type="submit">${text.submit}</button>
</form>`;
}

function passkeyPart(frame: PageFrame, { path, passkeyOptions }: SecondStepView): Html {
  const text = TEXTS[frame.locale].secondStep;
  const action = `${path}?ui_locale=${frame.locale}&way=passkey`;
  return html`${passkeyOptions && passkeyForm(frame, { action, options: passkeyOptions, primary: true })}
<noscript><p class="notice">${text.passkeyNeedsScript}</p></noscript>`;
}

/** Works without a script too: a press that comes too soon is told how long to wait. */
function resendForm({ locale }: PageFrame, { way, path }: SecondStepView, resendIn: number): Html {
  const text = TEXTS[locale].secondStep;
  return html`<form class="gap-above" method="post" action="${path}/send?ui_locale=${locale}">
<input type="hidden" name="way" value="${way}">
<button class="wide" id="resend" type="submit" data-wait="${String(resendIn)}"
 data-label="${text.resend}" data-waiting="${text.resendIn}">${text.resend}</button>
</form>`;
}

/** Codes are sent by a form, because a page that is only opened must send nothing. */
function otherWay({ locale }: PageFrame, path: string, way: SecondStep): Html {
  const label = TEXTS[locale].secondStep.way[way];
  if (way !== 'email' && way !== 'sms') {
    const query = new URLSearchParams({ way, ui_locale: locale });
    return html`<a class="button wide" href="${path}?${query}">${label}</a>`;
  }
  return html`<form method="post" action="${path}/send?ui_locale=${locale}">
<input type="hidden" name="way" value="${way}">
<button class="wide" type="submit">${label}</button>
</form>`;
}

/** Counts down on the button, so that nobody presses in vain. */
const RESEND_SCRIPT = `
const resend = document.getElementById('resend');
const until = Date.now() + Number(resend.dataset.wait) * 1000;
const tick = () => {
  const left = Math.ceil((until - Date.now()) / 1000);
  resend.disabled = left > 0;
  resend.textContent = left > 0
    ? resend.dataset.waiting.replace('{seconds}', String(left))
    : resend.dataset.label;
  if (left > 0) setTimeout(tick, 500);
};
tick();
`;
