import { designPicture } from '@portal/server-mail/design-pictures';
import { findMessage, listMessages, type OutboxMessage } from '@portal/server-mail/queue';
import { isUuid } from '@portal/server-members/members';
import {
  BroadcastCommandSchema,
  obeyBroadcastCommand,
} from '@portal/server-notifications/broadcasts/command';
import {
  OperatorNotificationSchema,
  sendOperatorNotifications,
} from '@portal/server-notifications/operator-notification';
import { noStore, postJson } from '@portal/server-platform/http/post-json';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import * as v from 'valibot';
import { obeyStaffCommand, StaffCommandSchema } from '../commands/staff.ts';
import type { ServerContext } from '../context.ts';
import { calendarOf, outboxPage, STYLE_HASH } from './page.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Creates the outbox: the email and SMS messages of the embedded default, as a page for people and as JSON for tests.
 * It also accepts the operator's commands. It is never mounted with PostgreSQL, because its reader sees every code.
 * @param fixtures served below `/fixtures`, for browser tests
 */
export function createOutbox(context: ServerContext, fixtures?: Hono): Hono {
  const app = new Hono();
  const hosts = new Set([...LOOPBACK, new URL(context.config.portalOrigin).hostname]);

  // Checks the host against DNS rebinding: another site could otherwise resolve its own name to
  // this machine and read the messages.
  app.use(async (c, next) => {
    const hostname = URL.parse(`http://${c.req.header('host')}`)?.hostname ?? '';
    return hosts.has(hostname) ? next() : c.text('Not found', 404);
  });
  // This comes before the page's headers, which would replace these.
  app.get('/messages/:id/body', async (c) => {
    const message = isUuid(c.req.param('id')) && (await findMessage(context, c.req.param('id')));
    if (!message || message.html === null) return c.text('Not found', 404);
    return c.html(
      `<base target="_blank">${await withPictures(message, context.config.brand)}`,
      200,
      BODY_HEADERS,
    );
  });
  app.get('/messages/:id/calendar', async (c) => {
    const message = isUuid(c.req.param('id')) && (await findMessage(context, c.req.param('id')));
    const calendar = message ? calendarOf(message) : undefined;
    if (!calendar) return c.text('Not found', 404);
    return c.body(calendar.text, 200, {
      ...BODY_HEADERS,
      'content-type': 'text/calendar; charset=utf-8',
      // A header has no letters of Japanese (RFC 6266 §4.3).
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(calendar.name)}`,
    });
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
  app.use(noStore);

  app.get('/', async (c) => {
    const asked = c.req.query('lang') ?? c.req.header('accept-language') ?? '';
    const locale = /^\s*en\b/i.test(asked) ? 'en' : 'ja';
    const messages = await listMessages(context);
    return c.html(outboxPage(messages, locale, context.config.brand.name[locale]));
  });

  app.get('/messages.json', async (c) => {
    const recipient = c.req.query('to');
    const messages = await listMessages(context, { ...(recipient && { recipient }) });
    return c.json({ messages: messages.map(toJson) });
  });

  // JSON alone: a foreign page cannot send it without a CORS preflight, which is refused.
  app.use(async (c, next) => {
    const isJson = /^application\/json\b/i.test(c.req.header('content-type') ?? '');
    return c.req.method !== 'POST' || isJson ? next() : c.json({ error: 'request.invalid' }, 422);
  });
  // For `npm run notify`.
  postJson(app, '/notifications', NotificationsSchema, async (c, notifications) => {
    const sent = await sendOperatorNotifications(context, notifications);
    return c.json(sent, 'unknown' in sent ? 404 : 200);
  });
  postJson(app, '/broadcasts', BroadcastCommandSchema, async (c, command) =>
    c.json(await obeyBroadcastCommand(context, command, 'npm run notify')),
  );
  // For `npm run staff`.
  postJson(app, '/staff', StaffCommandSchema, async (c, command) =>
    c.json(await obeyStaffCommand(context, command)),
  );

  if (fixtures) app.route('/fixtures', fixtures);
  return app;
}

const NotificationsSchema = v.pipe(
  v.array(OperatorNotificationSchema),
  v.minLength(1),
  v.maxLength(1000),
);

/** The headers of a message's HTML: no scripts, no external content, links open in a new tab. */
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

/** A mail program shows the attached pictures; a browser needs them in the page. */
async function withPictures(
  { html, attachments }: OutboxMessage,
  brand: Parameters<typeof designPicture>[0],
): Promise<string> {
  let page = html ?? '';
  for (const attachment of attachments ?? []) {
    if (attachment.kind !== 'design') continue;
    const picture = (await designPicture(brand, attachment.designId)).toString('base64');
    page = page.replaceAll(`cid:${attachment.contentId}`, `data:image/png;base64,${picture}`);
  }
  return page;
}

function toJson({ id, kind, recipient: to, locale, subject, text, html, ...row }: OutboxMessage) {
  const created_at = row.createdAt.toISOString();
  return { id, kind, to, locale, subject, text, html, created_at };
}
