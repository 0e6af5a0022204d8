import { type MessageDescriptor, msg, translator } from '@portal/server-platform/i18n';
import type { Html, PageFrame } from '@portal/server-platform/pages/layout';
import { html } from 'hono/html';

/** WebAuthn's request options in JSON form (`PublicKeyCredentialRequestOptionsJSON`). */
export type PasskeyOptions = object;

export type PasskeyView = {
  readonly action: string;
  readonly options: PasskeyOptions;
  /** The last passkey was refused, so the browser offers none before the button is pressed. */
  readonly refused?: boolean;
  /** Whether it is the page's main button. */
  readonly primary?: boolean;
  /** On the button. */
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

/**
 * Asks the browser for a passkey and submits its answer (WebAuthn §5.1.4). It is short, because the
 * pages load no second file. Where the e-mail field offers passkeys, choosing one there is enough.
 */
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
