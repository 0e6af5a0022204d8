import { msg, translator } from '@portal/server-platform/i18n';
import type { Html, PageFrame } from '@portal/server-platform/pages/layout';
import type { SecondStep, Work } from '@portal/shared-contract';
import { html } from 'hono/html';

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
