import { html } from 'hono/html';
import { type Html, layout, type PageFrame, portalUrl, scriptsOf } from './layout.ts';
import { PASSKEY_SCRIPT, type PasskeyView, passkeyForm } from './passkey-script.ts';
import { SUBMIT_ONCE_SCRIPT } from './submit-once-script.ts';
import { TEXTS } from './texts.ts';

/** Why the page shows again; the same for an unknown address, a wrong password and a lock. */
export type SignInProblem = 'refused' | 'busy' | 'tooMany' | 'foreign';
/** Said without alarm: another way in did not come to its end. */
export type SignInNotice = 'lineCancelled' | 'lineFailed' | 'passkeyRefused';
export type FieldProblems = {
  readonly email?: 'emailMissing' | 'emailMalformed';
  readonly password?: 'passwordMissing';
};

export type SignInView = {
  /** Where the form goes. */
  readonly action: string;
  readonly otherLanguageUrl: string;
  /** As typed before; a password is never given back. */
  readonly email: string;
  readonly problem?: SignInProblem;
  readonly notice?: SignInNotice;
  /** Undefined where members cannot use LINE. */
  readonly lineUrl?: string;
  readonly passkey: PasskeyView;
  readonly fields?: FieldProblems;
};

/** The sign-in page: e-mail address and password, or a passkey, or LINE. */
export function signInPage(frame: PageFrame, view: SignInView): Html {
  const text = TEXTS[frame.locale].signIn;
  const { email: emailProblem, password: passwordProblem } = view.fields ?? {};
  // A refused pair is marked at both fields: which of them was wrong is nobody's business.
  const emailInvalid = emailProblem !== undefined || view.problem === 'refused';
  const passwordInvalid = passwordProblem !== undefined || view.problem === 'refused';
  const summary = summaryOf(frame, view);

  return layout(frame, {
    title: summary ? text.failed : text.title,
    otherLanguageUrl: view.otherLanguageUrl,
    script: scriptsOf(TOGGLE_SCRIPT, PASSKEY_SCRIPT, SUBMIT_ONCE_SCRIPT),
    body: html`<h1>${text.title}</h1>
${summary}
${view.notice && html`<p class="notice" role="status">${text[view.notice]}</p>`}
<form method="post" action="${view.action}" novalidate>
<div class="field">
<label for="email">${text.email}</label>
<input id="email" name="email" type="email" inputmode="email" autocomplete="username webauthn"
 autocapitalize="none" spellcheck="false" maxlength="254" required value="${view.email}"
 ${invalid(emailInvalid, emailProblem ? 'email-error' : summary && 'problem')}
 ${!summary && !view.email && html`autofocus`}>
${emailProblem && html`<p class="error" id="email-error">${text[emailProblem]}</p>`}
</div>
<div class="field">
<label for="password">${text.password}</label>
<div class="with-button">
<input id="password" name="password" type="password" autocomplete="current-password"
 autocapitalize="none" spellcheck="false" required
 ${invalid(passwordInvalid, passwordProblem ? 'password-error' : summary && 'problem')}
 ${!summary && view.email && html`autofocus`}>
<button class="quiet" type="button" id="toggle" hidden aria-controls="password"
 aria-label="${text.showPassword}" data-show="${text.show}" data-hide="${text.hide}"
 data-show-label="${text.showPassword}" data-hide-label="${text.hidePassword}">${text.show}</button>
</div>
${passwordProblem && html`<p class="error" id="password-error">${text[passwordProblem]}</p>`}
<p class="forgotten"><a href="${portalUrl(frame, '/reset-password')}">${text.forgotten}</a></p>
</div>
<button class="primary" type="submit">${text.submit}</button>
</form>
<div class="ways">
${view.lineUrl && html`<a class="button line" href="${view.lineUrl}">${text.line}</a>`}
${passkeyForm(frame, { ...view.passkey, refused: view.notice === 'passkeyRefused' })}
</div>
<div class="below">
<p>${text.newHere}</p>
<a href="${portalUrl(frame, '/signup')}">${text.signUp}</a>
</div>`,
  });
}

/** Says what to do, and takes the focus so that it is read out. */
function summaryOf(frame: PageFrame, { problem, fields }: SignInView): Html | undefined {
  const text = TEXTS[frame.locale].signIn;
  const wrong = Object.entries(fields ?? {});
  if (!problem && wrong.length === 0) return undefined;
  return html`<div class="summary" id="problem" role="alert" tabindex="-1" autofocus>
<h2>${text.failed}</h2>
${problem && html`<p>${text[problem]}</p>`}
${wrong.length > 0 && html`<ul>${wrong.map(([field, key]) => html`<li><a href="#${field}">${text[key]}</a></li>`)}</ul>`}
</div>`;
}

function invalid(is: boolean, describedBy: unknown): Html | string {
  if (!is) return '';
  const id = typeof describedBy === 'string' ? describedBy : 'problem';
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
