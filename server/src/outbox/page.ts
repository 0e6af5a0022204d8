import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { OutboxMessage } from '../domain/outbox.ts';

type Markup = ReturnType<typeof html>;

const REFRESH_SECONDS = 5;

const WORDS = {
  ja: {
    title: '送信メール・SMS',
    lead: 'このパソコンで動かしている間、メールとSMSは実際には送られず、ここに届きます。',
    empty: 'まだ何も届いていません。',
    to: '宛先',
    mail: 'メール',
    sms: 'SMS',
    html: 'メールの見た目',
    other: 'English',
  },
  en: {
    title: 'Sent mail and SMS',
    lead: 'While the portal runs on this computer, mail and SMS are not really sent. They arrive here.',
    empty: 'Nothing has arrived yet.',
    to: 'To',
    mail: 'Mail',
    sms: 'SMS',
    html: 'How the mail looks',
    other: '日本語',
  },
} as const;

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { max-width: 44rem; margin: 0 auto; padding: 1rem; }
article { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .75rem; padding: 1rem; margin: 1rem 0; }
h2 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere; }
p { margin: .25rem 0; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .75rem 0 0; }
iframe { width: 100%; height: 24rem; border: 0; background: #fff; border-radius: .5rem; }
.facts { opacity: .75; font-size: .9rem; }
`;

/** For the page's content security policy: this style and no other. */
export const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The newest messages. Asks for itself again every few seconds; nothing in it runs. */
export function outboxPage(
  messages: readonly OutboxMessage[],
  locale: 'ja' | 'en',
  brand: string,
): Markup {
  const words = WORDS[locale];
  const other = locale === 'ja' ? 'en' : 'ja';
  return html`<!doctype html>
<html lang="${locale}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="refresh" content="${REFRESH_SECONDS}" />
    <title>${words.title} – ${brand}</title>
    <style>${raw(STYLE)}</style>
  </head>
  <body>
    <main>
      <h1>${words.title}</h1>
      <p>${words.lead}</p>
      <p><a href="/?lang=${other}" hreflang="${other}" lang="${other}">${words.other}</a></p>
      ${messages.length === 0 ? html`<p>${words.empty}</p>` : messages.map((one) => article(one, locale))}
    </main>
  </body>
</html>`;
}

function article(message: OutboxMessage, locale: 'ja' | 'en'): Markup {
  const words = WORDS[locale];
  const at = message.createdAt.toISOString();
  const shown = message.createdAt.toLocaleString(locale, { timeZone: 'Asia/Tokyo' });
  return html`<article lang="${message.locale}">
    <h2>${message.subject || words[message.kind]}</h2>
    <p class="facts" lang="${locale}">
      ${words[message.kind]} · ${words.to} ${message.recipient} · <time datetime="${at}">${shown}</time>
    </p>
    <pre>${linked(message.text)}</pre>
    ${
      message.html === null
        ? ''
        : html`<details lang="${locale}">
            <summary>${words.html}</summary>
            <iframe
              title="${words.html}"
              loading="lazy"
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              src="/messages/${message.id}/body"
            ></iframe>
          </details>`
    }
  </article>`;
}

/** Text with its web addresses made into links; all of it escaped. */
function linked(text: string): (Markup | string)[] {
  return text
    .split(/(https?:\/\/[^\s<>"'）」]+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part));
}
