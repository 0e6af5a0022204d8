import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import * as v from 'valibot';
import type { ServerContext } from '../context.ts';
import { isUuid } from '../domain/members.ts';
import { findMessage, listMessages, type OutboxMessage } from '../domain/outbox.ts';
import { LetterSchema, sendLetters } from '../notify/letter.ts';
import { outboxPage, STYLE_HASH } from './page.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The mails and text messages of the embedded default, for a person and, as JSON, for tests; and where
 * an operator hands in notifications.
 * Never mounted on PostgreSQL: whoever reads here reads every code.
 */
export function createOutbox(context: ServerContext): Hono {
  const app = new Hono();
  const hosts = new Set([...LOOPBACK, new URL(context.config.portalOrigin).hostname]);

  // A foreign page could else make its own name point at this machine, and read along.
  app.use(async (c, next) => {
    const hostname = URL.parse(`http://${c.req.header('host')}`)?.hostname ?? '';
    return hosts.has(hostname) ? next() : c.text('Not found', 404);
  });
  // Before the page's own headers, which would replace these.
  app.get('/messages/:id/body', async (c) => {
    const message = isUuid(c.req.param('id')) && (await findMessage(context, c.req.param('id')));
    if (!message || message.html === null) return c.text('Not found', 404);
    return c.html(`<base target="_blank">${message.html}`, 200, BODY_HEADERS);
  });

  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: [`'sha256-${STYLE_HASH}'`],
        frameSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'self'"],
      },
      referrerPolicy: 'no-referrer',
      strictTransportSecurity: false,
    }),
  );
  app.use(async (c, next) => {
    await next();
    c.header('cache-control', 'no-store');
  });

  app.get('/', async (c) => {
    const locale = /^\s*en\b/i.test(c.req.query('lang') ?? c.req.header('accept-language') ?? '')
      ? 'en'
      : 'ja';
    return c.html(
      outboxPage(await listMessages(context), locale, context.config.brand.name[locale]),
    );
  });

  app.get('/messages.json', async (c) => {
    const messages = await listMessages(context);
    return c.json({ messages: messages.map(toJson) });
  });

  // For `npm run notify`. JSON alone: a foreign page cannot send it without asking first, and is refused.
  app.post('/notifications', async (c) => {
    if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
      return c.json({ error: 'request.invalid' }, 422);
    }
    const letters = v.safeParse(LettersSchema, await c.req.json().catch(() => undefined));
    if (!letters.success) return c.json({ error: 'request.invalid' }, 422);
    const sent = await sendLetters(context, letters.output);
    return c.json(sent, 'unknown' in sent ? 404 : 200);
  });

  return app;
}

const LettersSchema = v.pipe(v.array(LetterSchema), v.minLength(1), v.maxLength(1000));

/** A mail's own document: no script, nothing from outside, links open in a tab of their own. */
const BODY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    "frame-ancestors 'self'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

function toJson({ id, kind, recipient, locale, subject, text, html, createdAt }: OutboxMessage) {
  return {
    id,
    kind,
    to: recipient,
    locale,
    subject,
    text,
    html,
    created_at: createdAt.toISOString(),
  };
}
