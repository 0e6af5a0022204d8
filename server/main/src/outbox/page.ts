import { createHash } from 'node:crypto';
import type { OutboxMessage } from '@portal/server-mail/queue';
import { LANGUAGE_NAMES, msg, translator } from '@portal/server-platform/texts/i18n';
import { momentInJapan } from '@portal/server-platform/texts/moment-in-japan';
import { COLORS } from '@portal/shared-contract/brand-values';
import { html, raw } from 'hono/html';

type Markup = ReturnType<typeof html>;

const REFRESH_SECONDS = 5;

const KINDS = { mail: msg`Mail`, sms: msg`SMS`, push: msg`Push message` };

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { max-width: 44rem; margin: 0 auto; padding: 1rem; }
article { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .75rem; padding: 1rem; margin: 1rem 0; }
h2 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere; }
p { margin: .25rem 0; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .75rem 0 0; }
iframe { width: 100%; height: 24rem; border: 0; background: ${COLORS.surface.light}; border-radius: .5rem; }
.facts { opacity: .75; font-size: .9rem; }
`;

/** For the page's content security policy, which allows only this style. */
export const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The page of the newest messages. It reloads every few seconds and has no scripts. */
export function outboxPage(
  messages: readonly OutboxMessage[],
  locale: 'ja' | 'en',
  brand: string,
): Markup {
  const t = translator(locale);
  const title = t(msg`Sent mail and SMS`);
  const other = locale === 'ja' ? 'en' : 'ja';
  return html`<!doctype html>
<html lang="${locale}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="refresh" content="${REFRESH_SECONDS}" />
    <title>${title} – ${brand}</title>
    <style>${raw(STYLE)}</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p>${t(msg`While the portal runs on this computer, mail and SMS are not really sent. They arrive here.`)}</p>
      <p><a href="/?lang=${other}" hreflang="${other}" lang="${other}">${LANGUAGE_NAMES[other]}</a></p>
      ${messages.length === 0 ? html`<p>${t(msg`Nothing has arrived yet.`)}</p>` : messages.map((one) => article(one, locale))}
    </main>
  </body>
</html>`;
}

function article(message: OutboxMessage, locale: 'ja' | 'en'): Markup {
  const t = translator(locale);
  const kind = t(KINDS[message.kind]);
  const preview = t(msg`How the mail looks`);
  const calendar = calendarOf(message);
  const at = message.createdAt.toISOString();
  const shown = momentInJapan(locale, message.createdAt);
  return html`<article lang="${message.locale}">
    <h2>${message.subject || kind}</h2>
    <p class="facts" lang="${locale}">
      ${kind} · ${t(msg`To`)} ${message.recipient} · <time datetime="${at}">${shown}</time>
    </p>
    <pre>${linked(message.text)}</pre>
    ${calendar ? html`<p lang="${locale}"><a href="/messages/${message.id}/calendar">${calendar.name}</a></p>` : ''}
    ${
      message.html === null
        ? ''
        : html`<details lang="${locale}">
            <summary>${preview}</summary>
            <iframe
              title="${preview}"
              loading="lazy"
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              src="/messages/${message.id}/body"
            ></iframe>
          </details>`
    }
  </article>`;
}

export const calendarOf = ({ attachments }: OutboxMessage) =>
  attachments?.find((attachment) => attachment.kind === 'calendar');

/** Escaped text with its URLs made into links. */
function linked(text: string): (Markup | string)[] {
  return text
    .split(/(https?:\/\/[^\s<>"'）」]+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part));
}
