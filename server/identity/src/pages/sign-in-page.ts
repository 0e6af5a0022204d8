import {
  frontArt,
  type Html,
  layout,
  type PageFrame,
  portalUrl,
  SUBMIT_ONCE_SCRIPT,
  scriptsOf,
} from '@portal/server-platform/pages/layout';
import { type MessageDescriptor, msg, translator } from '@portal/server-platform/texts/i18n';
import { html } from 'hono/html';
import { PASSKEY_SCRIPT, type PasskeyView, passkeyForm } from './scripts.ts';

/** Why the page is shown again. An unknown address looks like a wrong password; `shut` counts tries alone. */
export type SignInProblem = 'refused' | 'shut' | 'busy' | 'tooMany' | 'foreign';
export type FieldProblems = {
  readonly email?: 'emailMissing' | 'emailMalformed';
  readonly password?: 'passwordMissing';
};

export type SignInView = {
  readonly action: string;
  readonly otherLanguageUrl: string;
  /** As typed before. A password is never returned. */
  readonly email: string;
  readonly problem?: SignInProblem;
  /** Not an error: a sign-in by another method was not completed. */
  readonly notice?: MessageDescriptor;
  /** The link to another service; undefined where members have none. */
  readonly connection?: {
    readonly url: string;
    readonly className: string;
    readonly label: MessageDescriptor;
  };
  readonly passkey: PasskeyView;
  /** Whether somebody who is known in this browser has a passkey: then its button comes first. */
  readonly passkeyFirst: boolean;
  readonly fields?: FieldProblems;
};

const FAILED = msg`We could not sign you in`;

const PROBLEMS: Record<SignInProblem, MessageDescriptor> = {
  refused: msg`Wrong email address or password.`,
  shut: msg`There were five wrong tries. Wait 15 minutes, or use the link in our email if you have received one.`,
  busy: msg`Many people are signing in right now. Try again in a moment.`,
  tooMany: msg`There have been too many attempts. Wait a few minutes and try again.`,
  foreign: msg`Sign in from this page: type your password here and press “Sign in”.`,
};

export const PASSKEY_REFUSED_NOTICE = msg`This passkey does not open an account here, or took too long. Try again, or use another way.`;

const FIELD_PROBLEMS = {
  emailMissing: msg`Enter your email address.`,
  emailMalformed: msg`Check the email address. It should look like name@example.com.`,
  passwordMissing: msg`Enter your password.`,
};

/** The sign-in page, half a ticket: a passkey, another service, or email address and password. */
export function signInPage(frame: PageFrame, view: SignInView): Html {
  const t = translator(frame.locale);
  const title = t(msg`Sign in`);
  const [show, hide] = [t(msg`Show`), t(msg`Hide`)];
  const [showLabel, hideLabel] = [t(msg`Show password`), t(msg`Hide password`)];
  const { email: emailProblem, password: passwordProblem } = view.fields ?? {};
  // Both fields are marked, so that the page does not reveal which was wrong.
  const emailInvalid = emailProblem !== undefined || isWrong(view);
  const passwordInvalid = passwordProblem !== undefined || isWrong(view);
  const summary = summaryOf(frame, view);
  const or = html`<p class="or">${t(msg`Or`)}</p>`;

  return layout(frame, {
    heading: title,
    ...(summary && { title: t(FAILED), summary }),
    otherLanguageUrl: view.otherLanguageUrl,
    art: frontArt(frame.brand),
    script: scriptsOf(TOGGLE_SCRIPT, PASSKEY_SCRIPT, SUBMIT_ONCE_SCRIPT),
    body: html`${view.notice && html`<p class="notice" role="status">${t(view.notice)}</p>`}
<div class="methods">
${passkeyForm(frame, {
  ...view.passkey,
  primary: view.passkeyFirst,
  refused: view.notice === PASSKEY_REFUSED_NOTICE,
  // Hidden with the button where there are no passkeys.
  ...(!view.connection && { after: or }),
})}
${view.connection && html`<a class="button ${view.connection.className}" href="${view.connection.url}">${t(view.connection.label)}</a>${or}`}
</div>
<form method="post" action="${view.action}" novalidate>
<div class="field">
<label for="email">${t(msg`Email address`)}</label>
<input id="email" name="email" type="email" inputmode="email" autocomplete="username webauthn"
 autocapitalize="none" spellcheck="false" maxlength="254" required value="${view.email}"
 ${invalid(emailInvalid, emailProblem ? 'email-error' : summary && 'problem-text')}
 ${!summary && !view.email && !view.passkeyFirst && html`autofocus`}>
${emailProblem && html`<p class="error" id="email-error">${t(FIELD_PROBLEMS[emailProblem])}</p>`}
</div>
<div class="field">
<label for="password">${t(msg`Password`)}</label>
<div class="with-button">
<input id="password" name="password" type="password" autocomplete="current-password"
 autocapitalize="none" spellcheck="false" required
 ${invalid(passwordInvalid, passwordProblem ? 'password-error' : summary && 'problem-text')}
 ${!summary && view.email && !view.passkeyFirst && html`autofocus`}>
<button class="quiet" type="button" id="toggle" hidden aria-controls="password"
 aria-label="${showLabel}" data-show="${show}" data-hide="${hide}"
 data-show-label="${showLabel}" data-hide-label="${hideLabel}">${show}</button>
</div>
${passwordProblem && html`<p class="error" id="password-error">${t(FIELD_PROBLEMS[passwordProblem])}</p>`}
${!isWrong(view) && html`<p class="forgotten"><a href="${resetUrl(frame, view)}">${t(msg`Forgot your password?`)}</a></p>`}
</div>
<button class="${view.passkeyFirst ? 'wide' : 'primary'}" type="submit">${title}</button>
</form>
<div class="below">
<p>${t(msg`New here?`)}</p>
<a href="${portalUrl(frame, '/signup')}">${t(msg`Create an account`)}</a>
</div>`,
  });
}

/** Says what to do. It takes the focus, so that a screen reader reads it. */
function summaryOf(frame: PageFrame, view: SignInView): Html | undefined {
  const { problem, fields } = view;
  const t = translator(frame.locale);
  const wrong = Object.entries(fields ?? {});
  if (!problem && wrong.length === 0) return undefined;
  return html`<div class="summary" id="problem" role="group" tabindex="-1" autofocus
 aria-labelledby="problem-title" aria-describedby="problem-text">
<h2 id="problem-title">${t(FAILED)}</h2>
${problem && html`<p id="problem-text">${t(PROBLEMS[problem])}</p>`}
${isWrong(view) && html`<p><a href="${resetUrl(frame, view)}">${t(msg`Reset your password`)}</a></p>`}
${wrong.length > 0 && html`<ul id="problem-text">${wrong.map(([field, key]) => html`<li><a href="#${field}">${t(FIELD_PROBLEMS[key])}</a></li>`)}</ul>`}
</div>`;
}

const isWrong = ({ problem }: SignInView): boolean => problem === 'refused' || problem === 'shut';

/** With the address as typed, behind `#`, which no server sees. */
const resetUrl = (frame: PageFrame, { email }: SignInView): string =>
  `${portalUrl(frame, '/reset-password')}${email && `#${new URLSearchParams({ email })}`}`;

function invalid(is: boolean, describedBy: unknown): Html | string {
  if (!is) return '';
  const id = typeof describedBy === 'string' ? describedBy : 'problem-text';
  return html`aria-invalid="true" aria-describedby="${id}"`;
}

const TOGGLE_SCRIPT = `
const button = document.getElementById('toggle');
const field = document.getElementById('password');
button.hidden = false;
button.addEventListener('click', () => {
  const shown = field.type === 'password';
  field.type = shown ? 'text' : 'password';
  button.textContent = shown ? button.dataset.hide : button.dataset.show;
  button.setAttribute('aria-label', shown ? button.dataset.hideLabel : button.dataset.showLabel);
});
field.form.addEventListener('submit', () => { field.type = 'password'; });
`;
