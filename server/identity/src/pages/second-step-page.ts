import {
  type Html,
  layout,
  type PageFrame,
  SUBMIT_ONCE_SCRIPT,
  scriptsOf,
} from '@portal/server-platform/pages/layout';
import { type MessageDescriptor, msg, translator } from '@portal/server-platform/texts/i18n';
import { momentInJapan } from '@portal/server-platform/texts/moment-in-japan';
import {
  RECOVERY_WAIT_HOURS,
  type SecondStep,
  TRUST_DAYS,
  type Work,
} from '@portal/shared-contract';
import { html } from 'hono/html';
import {
  CODE_BOXES_SCRIPT,
  PASSKEY_SCRIPT,
  type PasskeyOptions,
  passkeyForm,
  WORK_SCRIPT,
  workForm,
} from './scripts.ts';

export type SecondStepProblem =
  | 'codeMissing'
  | 'codeWrong'
  | 'unreadable'
  | 'passkeyRefused'
  | 'tooMany'
  | 'tooSoon'
  | 'limited'
  | 'refused'
  | 'foreign';

export const SECOND_STEP_STATUS: Record<SecondStepProblem, number> = {
  codeMissing: 422,
  codeWrong: 422,
  unreadable: 422,
  passkeyRefused: 422,
  refused: 422,
  foreign: 403,
  tooMany: 429,
  tooSoon: 429,
  limited: 429,
};

export type SecondStepView = {
  readonly method: SecondStep;
  /** The page without a query: forms and links are made from it. */
  readonly path: string;
  readonly target?: string;
  /** Seconds until another code may be sent; 0 when it may be now. */
  readonly resendIn?: number;
  readonly sent?: boolean;
  /** A limit kept the code back, so there is none to enter. */
  readonly unsent?: boolean;
  /** What the browser does before the code is sent. */
  readonly work?: Work | undefined;
  /** Seconds until a code may be sent, for the problem `limited`. */
  readonly waitSeconds?: number | undefined;
  readonly passkeyOptions?: PasskeyOptions;
  /** Whether the member has chosen to trust this browser; undefined where that is not offered. */
  readonly trust?: { readonly chosen: boolean };
  /** The member's other methods, in the order in which they are offered. */
  readonly others: readonly SecondStep[];
  /** For a member to whom no code is sent by email. */
  readonly recovery?: RecoveryView;
  readonly problem?: SecondStepProblem;
  /** Shown first: what the member is about to do. */
  readonly about?: Html;
  /** What stands under the form in place of the other methods. */
  readonly instead?: Html | undefined;
  readonly passkeyLabel?: MessageDescriptor;
  readonly below: Html;
};

type Texts = {
  readonly title: MessageDescriptor;
  readonly lead: MessageDescriptor | ((target: string) => MessageDescriptor);
  readonly choose: MessageDescriptor;
  readonly wrong: MessageDescriptor;
};

const codeSentTo = (target: string) =>
  msg`We have sent a six-digit code to ${{ target }}. It is valid for 10 minutes.`;
const SENT_CODE_WRONG = msg`That code doesn’t match, or is no longer valid. Check it, or ask for a new one if you have tried several times.`;
const PASSKEY_REFUSED = msg`This passkey could not be confirmed. Try again, or use another way.`;

const METHODS: Record<SecondStep, Texts> = {
  email: {
    title: msg`Enter the code from your email`,
    lead: codeSentTo,
    choose: msg`Send a code by email`,
    wrong: SENT_CODE_WRONG,
  },
  sms: {
    title: msg`Enter the code from your text message`,
    lead: codeSentTo,
    choose: msg`Send a code by text message`,
    wrong: SENT_CODE_WRONG,
  },
  totp: {
    title: msg`Enter the code from your authenticator app`,
    lead: msg`Open your authenticator app and type the six digits that it shows now.`,
    choose: msg`Use the authenticator app`,
    wrong: msg`That code doesn’t match, or has been used. Enter the one that the app shows now.`,
  },
  passkey: {
    title: msg`Use your passkey`,
    lead: msg`Confirm that it is you, with a passkey of this account.`,
    choose: msg`Use a passkey`,
    wrong: PASSKEY_REFUSED,
  },
  recovery_code: {
    title: msg`Enter a recovery code`,
    lead: msg`Type one of the recovery codes that you have kept. Each works once.`,
    choose: msg`Use a recovery code`,
    wrong: msg`That recovery code doesn’t match, or has been used. Check it, or enter another one.`,
  },
};

const MAILBOX_REFUSED = msg`Your mailbox does not take our emails. Use another way, or ask your email provider.`;
const NUMBER_REFUSED = msg`Text messages do not reach your phone. Use another way, or ask your phone company.`;
const FAILED = msg`We could not confirm that it is you`;
const PROBLEMS: Record<
  Exclude<SecondStepProblem, 'codeWrong' | 'limited' | 'refused'>,
  MessageDescriptor
> = {
  codeMissing: msg`Enter the code.`,
  unreadable: msg`This way cannot be checked any more and has to be set up again. Use another way now.`,
  passkeyRefused: PASSKEY_REFUSED,
  tooMany: msg`There have been too many attempts. Wait a while, or use another way.`,
  tooSoon: msg`A code is already on its way. Wait a moment before asking for another.`,
  foreign: msg`Continue from this page.`,
};

/** The other ways first, then the wait, as a length: the server does not know the reader's time zone. */
function limitedText(seconds: number, hasOtherWays: boolean): MessageDescriptor {
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.ceil(minutes / 60);
  if (hasOtherWays && minutes < 120) {
    return msg({
      message:
        'We cannot send any more codes right now. Use another of your ways, which you find below. You can ask for a code again in {minutes, plural, one {# minute} other {# minutes}}.',
      values: { minutes },
    });
  }
  if (hasOtherWays) {
    return msg`We cannot send any more codes right now. Use another of your ways, which you find below. You can ask for a code again in ${{ hours }} hours.`;
  }
  if (minutes < 120) {
    return msg({
      message:
        'We cannot send any more codes right now. You can ask for one again in {minutes, plural, one {# minute} other {# minutes}}.',
      values: { minutes },
    });
  }
  return msg`We cannot send any more codes right now. You can ask for one again in ${{ hours }} hours.`;
}

function problemText({
  method,
  problem,
  waitSeconds = 0,
  others,
}: SecondStepView): MessageDescriptor | undefined {
  if (problem === undefined) return undefined;
  if (problem === 'limited') {
    return limitedText(waitSeconds, others.length > 0 || !isSentMethod(method));
  }
  if (problem === 'refused') return method === 'sms' ? NUMBER_REFUSED : MAILBOX_REFUSED;
  return problem === 'codeWrong' ? METHODS[method].wrong : PROBLEMS[problem];
}

/** The second step of a sign-in: one method at a time, and the others below. */
export function secondStepPage(frame: PageFrame, view: SecondStepView): Html {
  const { locale } = frame;
  const t = translator(locale);
  const { method, path, problem } = view;
  const { lead, ...texts } = METHODS[method];
  const title = t(view.unsent ? msg`Confirm that it is you` : texts.title);
  const explained = problemText(view);
  const other = locale === 'ja' ? 'en' : 'ja';
  const scripts = [
    ...(view.passkeyOptions ? [PASSKEY_SCRIPT] : []),
    ...(hasBoxes(view) ? [CODE_BOXES_SCRIPT] : []),
    ...(view.resendIn ? [RESEND_SCRIPT] : []),
    ...(view.work ? [WORK_SCRIPT] : []),
    SUBMIT_ONCE_SCRIPT,
  ];

  return layout(frame, {
    heading: title,
    ...(problem && { title: t(FAILED) }),
    summary:
      explained &&
      html`<div class="summary" id="problem" role="group" tabindex="-1" autofocus
 aria-labelledby="problem-title" aria-describedby="problem-text">
<h2 id="problem-title">${t(FAILED)}</h2>
<p id="problem-text">${t(explained)}</p>
</div>`,
    otherLanguageUrl: `${path}?${new URLSearchParams({ method, ui_locale: other })}`,
    script: scriptsOf(...scripts),
    body: html`${view.about}
${view.sent && html`<p class="notice" id="sent" role="status">${t(msg`We have sent a new code. The earlier ones no longer work.`)}</p>`}
${!view.unsent && html`<p id="lead">${t(typeof lead === 'function' ? lead(view.target ?? '') : lead)}</p>`}
${!view.unsent && (method === 'passkey' ? passkeyPart(frame, view) : codeForm(frame, view))}
${view.work && workForm(frame, view, view.work)}
${view.resendIn !== undefined && problem !== 'limited' && !view.work && resendForm(frame, view, view.resendIn)}
${
  view.instead ??
  (view.others.length > 0 &&
    html`<h2 class="others">${t(msg`Use another way`)}</h2>
${otherMethods(frame, view)}`)
}
${view.recovery && recoveryPart(frame, view.recovery)}
<div class="below">${view.below}</div>`,
  });
}

export const otherMethods = (
  frame: PageFrame,
  { others, path }: Pick<SecondStepView, 'others' | 'path'>,
): Html =>
  html`<ul class="methods">${others.map((one) => html`<li>${otherMethod(frame, path, one)}</li>`)}</ul>`;

export const signInAsSomeoneElse = ({ locale }: PageFrame, url: string): Html =>
  html`<a href="${url}">${translator(locale)(msg`Sign in as someone else`)}</a>`;

/** A recovery code is longer, and not of digits alone. */
function hasBoxes({ method, unsent }: SecondStepView): boolean {
  return !unsent && method !== 'passkey' && method !== 'recovery_code';
}

function codeForm(frame: PageFrame, view: SecondStepView): Html {
  const { locale } = frame;
  const { method, path, problem } = view;
  const t = translator(locale);
  const recovery = method === 'recovery_code';
  return html`<form method="post" action="${path}?ui_locale=${locale}" novalidate>
<input type="hidden" name="method" value="${method}">
${trustChoice(frame, view)}
<div class="field">
<label for="code">${t(recovery ? msg`Recovery code` : msg`Code (6 digits)`)}</label>
<div>
<input id="code" name="code" type="text" required maxlength="40" autocapitalize="none"
 spellcheck="false" autocomplete="${recovery ? 'off' : 'one-time-code'}"
 ${!recovery && html`inputmode="numeric" data-boxes="6"`}
 ${problem ? html`aria-invalid="true" aria-describedby="problem-text"` : html`autofocus aria-describedby="${view.sent ? 'sent lead' : 'lead'}"`}>
</div>
</div>
<button class="primary" type="submit">${t(msg`Continue`)}</button>
</form>`;
}

/** Off unless chosen: whoever shares a computer would otherwise leave the second step open on it. */
function trustChoice({ locale }: PageFrame, { trust }: SecondStepView): Html | undefined {
  if (!trust) return undefined;
  const t = translator(locale);
  return html`<div class="field">
<label class="choice"><input name="trust" type="checkbox" value="yes" aria-describedby="trust-hint"${trust.chosen && html` checked`}>
<span>${t(msg`Trust this browser for ${{ days: TRUST_DAYS }} days`)}</span></label>
<p class="hint" id="trust-hint">${t(msg`You then sign in here with your password alone. Do not choose this on a device that others use too.`)}</p>
</div>`;
}

function passkeyPart(frame: PageFrame, view: SecondStepView): Html {
  const { path, passkeyOptions } = view;
  const t = translator(frame.locale);
  const action = `${path}?ui_locale=${frame.locale}&method=passkey`;
  return html`${passkeyOptions && passkeyForm(frame, { action, options: passkeyOptions, primary: true, label: view.passkeyLabel, before: trustChoice(frame, view) })}
<p class="notice" id="passkey-unknown" hidden>${t(msg`This browser cannot use passkeys. Use another way.`)}</p>
<noscript><p class="notice">${t(msg`A passkey needs JavaScript. Allow it, or use another way.`)}</p></noscript>`;
}

const isSentMethod = (method: SecondStep): boolean => method === 'email' || method === 'sms';

/** Works without the script too: the server refuses a request that comes too soon. */
function resendForm({ locale }: PageFrame, { method, path }: SecondStepView, resendIn: number) {
  const t = translator(locale);
  const label = t(msg`Send a new code`);
  const waiting = t(msg`Send a new code (in ${{ seconds: '{seconds}' }} s)`);
  return html`<form method="post" action="${path}/send?ui_locale=${locale}">
<input type="hidden" name="method" value="${method}">
<button class="wide" id="resend" type="submit" data-wait="${String(resendIn)}"
 data-label="${label}" data-waiting="${waiting}">${label}</button>
</form>`;
}

/** A form sends the code: opening a page must not. */
function otherMethod({ locale }: PageFrame, path: string, method: SecondStep): Html {
  const label = translator(locale)(METHODS[method].choose);
  if (!isSentMethod(method)) {
    const query = new URLSearchParams({ method, ui_locale: locale });
    return html`<a class="button wide" href="${path}?${query}">${label}</a>`;
  }
  return html`<form method="post" action="${path}/send?ui_locale=${locale}">
<input type="hidden" name="method" value="${method}">
<button class="wide" type="submit">${label}</button>
</form>`;
}

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

/** A member whose mailbox counts for nothing, because the password was set by mail. */
type RecoveryView = {
  /** Where the member asks to wait for it. */
  readonly action: string;
  /** From when it counts, for a member who has asked. */
  readonly readyAt: Date | undefined;
};

/** Why no code is sent by email, and the way of a member who has lost everything else. */
function recoveryPart({ locale }: PageFrame, { action, readyAt }: RecoveryView): Html {
  const t = translator(locale);
  if (readyAt) {
    return html`<p class="notice" role="status">${t(msg`From ${{ moment: momentInJapan(locale, readyAt) }} you can sign in with a code by email. Until then we ask for another way. We have told you everywhere we can, so that you can refuse it if it was not you.`)}</p>`;
  }
  return html`<details class="lost"><summary>${t(msg`I have lost all of these`)}</summary>
<p>${t(msg`You have set your password by email, so a code to the same mailbox would show nothing new. If you have lost everything else, you can wait ${{ hours: RECOVERY_WAIT_HOURS }} hours: after that a code by email is enough. We tell you by email, text message and in the portal, so that nobody else can do this unnoticed.`)}</p>
<form method="post" action="${action}"><button class="wide" type="submit">${t(msg`Wait ${{ hours: RECOVERY_WAIT_HOURS }} hours`)}</button></form></details>`;
}
