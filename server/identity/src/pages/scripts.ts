import type { Html, PageFrame } from '@portal/server-platform/pages/layout';
import { type MessageDescriptor, msg, translator } from '@portal/server-platform/texts/i18n';
import type { SecondStep, Work } from '@portal/shared-contract';
import { html } from 'hono/html';

/**
 * Draws one box per digit over the code field (`data-boxes`), as the portal does (`shared-ui/src/lazy/pin-input.tsx`):
 * the one field stays, under the boxes, so that pasting, the phone's autofill, full-width digits and screen readers
 * work. The last digit submits the form. Without the script it is an ordinary field.
 */
export const CODE_BOXES_SCRIPT = `
const field = document.querySelector('input[data-boxes]');
const length = Number(field.dataset.boxes);
const boxes = Array.from({ length }, () => {
  const box = document.createElement('span');
  box.setAttribute('aria-hidden', 'true');
  box.toggleAttribute('data-invalid', field.getAttribute('aria-invalid') === 'true');
  return box;
});
field.before(...boxes);
field.parentElement.classList.add('boxes');
const wasWrong = field.getAttribute('aria-invalid') === 'true';
let code = '';
const draw = () => {
  const digits = [...field.value];
  const caret = document.activeElement === field
    ? Math.min(field.selectionStart ?? 0, length - 1)
    : -1;
  boxes.forEach((box, at) => {
    box.textContent = digits[at] ?? '';
    box.toggleAttribute('data-current', at === caret);
  });
};
const settle = (event) => {
  const typed = field.value.normalize('NFKC').replace(/\\D/g, '').slice(0, length);
  if (field.value !== typed) field.value = typed;
  const changed = typed !== code;
  code = typed;
  draw();
  if (!changed || code.length < length) return;
  // A password manager that fills in the same wrong code by itself would use up the tries.
  if (wasWrong && !event.isTrusted) return;
  field.form.requestSubmit();
};
field.addEventListener('input', (event) => (event.isComposing ? draw() : settle(event)));
field.addEventListener('compositionend', settle);
for (const event of ['focus', 'blur', 'keyup']) field.addEventListener(event, draw);
document.addEventListener('selectionchange', draw);
draw();
`;

/** WebAuthn's request options in JSON form (`PublicKeyCredentialRequestOptionsJSON`). */
export type PasskeyOptions = object;

export type PasskeyView = {
  readonly action: string;
  readonly options: PasskeyOptions;
  /** The last passkey was refused, so the browser offers none before the button is pressed. */
  readonly refused?: boolean;
  readonly primary?: boolean;
  readonly label?: MessageDescriptor | undefined;
  /** What stands above and below the button, and is hidden with it where there are no passkeys. */
  readonly before?: Html | undefined;
  readonly after?: Html | undefined;
};

/** A button that is shown only in browsers with passkeys. */
export function passkeyForm(
  { locale }: PageFrame,
  {
    action,
    options,
    refused = false,
    primary = false,
    label = msg`Sign in with a passkey`,
    before,
    after,
  }: PasskeyView,
): Html {
  const t = translator(locale);
  return html`<form id="passkey" method="post" action="${action}" hidden
 data-options="${JSON.stringify(options)}" ${refused && html`data-refused`}>
<input type="hidden" name="credential" value="">
${before}
<button class="${primary ? 'primary' : 'wide'}" type="submit">${t(label)}</button>
<p class="error" role="alert" id="passkey-failed" hidden>${t(msg`The passkey was not used. Try again, or choose another way.`)}</p>
${after}
</form>`;
}

/** Asks for a passkey and submits the answer (WebAuthn §5.1.4); choosing one in an email field is enough. */
export const PASSKEY_SCRIPT = `
const passkey = document.getElementById('passkey');
const bytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
const base64url = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
let waiting = new AbortController();
async function askForPasskey(mediation) {
  const { challenge, allowCredentials = [], ...options } = JSON.parse(passkey.dataset.options);
  waiting.abort();
  waiting = new AbortController();
  const credential = await navigator.credentials.get({
    signal: waiting.signal,
    ...(mediation && { mediation }),
    publicKey: {
      ...options,
      challenge: bytes(challenge),
      allowCredentials: allowCredentials.map((known) => ({ ...known, id: bytes(known.id) })),
    },
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response;
  passkey.elements.credential.value = JSON.stringify({
    id: credential.id,
    rawId: base64url(credential.rawId),
    type: credential.type,
    clientExtensionResults: {},
    response: {
      clientDataJSON: base64url(clientDataJSON),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signature),
      ...(userHandle && { userHandle: base64url(userHandle) }),
    },
  });
  passkey.submit();
}
if (passkey && !window.PublicKeyCredential) {
  document.getElementById('passkey-unknown')?.removeAttribute('hidden');
} else if (passkey) {
  passkey.hidden = false;
  passkey.addEventListener('submit', (event) => {
    event.preventDefault();
    const failed = document.getElementById('passkey-failed');
    failed.hidden = true;
    askForPasskey().catch(() => { failed.hidden = false; });
  });
  // A password manager that answers by itself would try an unknown passkey again and again.
  if (document.querySelector('[autocomplete~=webauthn]') && !('refused' in passkey.dataset)) {
    PublicKeyCredential.isConditionalMediationAvailable?.()
      .then((offers) => offers && askForPasskey('conditional'))
      .catch(() => {});
  }
}
`;

/** Sends the code by itself once the browser has done the work. */
export function workForm(
  { locale }: PageFrame,
  { method, path }: { readonly method: SecondStep; readonly path: string },
  { challenge, bits, iterations }: Work,
): Html {
  const t = translator(locale);
  return html`<form id="work" method="post" action="${path}/send?ui_locale=${locale}"
 data-challenge="${challenge}" data-bits="${String(bits)}" data-iterations="${String(iterations)}">
<input type="hidden" name="method" value="${method}">
<input type="hidden" name="work" value="">
<p role="status">${t(msg`Very many codes are being asked for right now. Your browser is doing a short calculation, which shows that you are not a program that asks for many. The code is then sent by itself.`)}</p>
<noscript><p class="notice">${t(msg`This needs JavaScript. Allow it, or try again in an hour.`)}</p></noscript>
</form>`;
}

/** PBKDF2 runs off the page's own thread, so the page stays usable meanwhile. */
export const WORK_SCRIPT = `
const form = document.getElementById('work');
const text = new TextEncoder();
(async () => {
  const { challenge, bits, iterations } = form.dataset;
  const key = await crypto.subtle.importKey('raw', text.encode(challenge), 'PBKDF2', false, ['deriveBits']);
  for (let number = 0; ; number += 1) {
    const salt = text.encode(String(number));
    const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: Number(iterations) };
    const derived = new DataView(await crypto.subtle.deriveBits(how, key, 32)).getUint32(0);
    if (derived >>> (32 - bits) > 0) continue;
    form.elements.work.value = challenge + '.' + number;
    return form.submit();
  }
})();
`;
