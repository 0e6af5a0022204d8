import type { Clock } from '@portal/server-platform/clock';
import { sentByOurPage } from '@portal/server-platform/http/forms';
import { pageLocale } from '@portal/server-platform/http/locale';
import { noStore, postJson } from '@portal/server-platform/http/post-json';
import { portalOrigins } from '@portal/server-platform/settings';
import { LocaleSchema } from '@portal/shared-contract';
import { isSameSecret } from '@portal/shared-process/secrets';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { secureHeaders } from 'hono/secure-headers';
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { PassportSettings, PaymentConfig } from '../../settings.ts';
import { payPage, STYLE_HASH, unknownPage } from './page.ts';
import {
  CALLBACK_MODES,
  createCallbacks,
  createPaymentStore,
  type SandboxPayment,
} from './store.ts';

const BODY_LIMIT_BYTES = 16 * 1024;
const webAddress = v.pipe(v.string(), v.url(), v.regex(/^https?:/));
const NewPaymentSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
  currency: v.literal('JPY'),
  locale: LocaleSchema,
  return_url: webAddress,
  callback_url: webAddress,
});
const RefundSchema = v.object({
  refund_id: v.pipe(v.string(), v.uuid()),
  amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
const ChoiceSchema = v.object({
  decision: v.picklist(['pay', 'decline', 'leave']),
  callback: v.picklist(CALLBACK_MODES),
});
const OUTCOMES = { pay: 'paid', decline: 'declined', leave: 'abandoned' } as const;

export type PaymentSandboxOptions = {
  readonly config: PassportSettings;
  readonly payment: PaymentConfig;
  readonly clock: Clock;
  readonly log: Logger;
  /** How and when callbacks are sent: fetch and a timer, unless a test replaces them. */
  readonly send?: (request: Request) => Promise<Response>;
  readonly later?: (work: () => void, milliseconds: number) => void;
};

/**
 * The payment provider of the embedded default: the calls of payments/provider.ts and
 * a page on which one chooses the result of a payment and how the callback is sent. It asks for no
 * card number, charges nothing and keeps everything in memory.
 */
export function createPaymentSandbox(options: PaymentSandboxOptions): Hono {
  const { config, payment, clock, log } = options;
  const payments = createPaymentStore(clock);
  const sendCallback = createCallbacks({
    secret: payment.secret,
    log,
    send: options.send ?? ((request) => fetch(request)),
    later: options.later ?? ((work, milliseconds) => void setTimeout(work, milliseconds).unref()),
  });
  const toAnswer = ({ id, status, amount }: Pick<SandboxPayment, 'id' | 'status' | 'amount'>) => ({
    id,
    status,
    amount,
    url: `${payment.url}/pay/${id}`,
  });

  const app = new Hono();
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: [`'sha256-${STYLE_HASH}'`],
        imgSrc: ['data:'],
        baseUri: ["'none'"],
        // Submitting the form redirects to the portal.
        formAction: ["'self'", ...portalOrigins(config)],
        frameAncestors: ["'none'"],
      },
      referrerPolicy: 'same-origin',
      strictTransportSecurity: false,
    }),
    bodyLimit({ maxSize: BODY_LIMIT_BYTES }),
    noStore,
  );

  app.use('/payments/*', async (c, next) => {
    const token = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
    return isSameSecret(token, payment.secret) ? next() : c.json({ error: 'unauthorized' }, 401);
  });
  postJson(app, '/payments', NewPaymentSchema, (c, { id, amount, locale, ...urls }) => {
    const { return_url: returnUrl, callback_url: callbackUrl } = urls;
    return c.json(toAnswer(payments.open({ id, amount, locale, returnUrl, callbackUrl })));
  });
  app.get('/payments/:id', (c) => {
    const found = payments.find(c.req.param('id'));
    return found ? c.json(toAnswer(found)) : c.json({ error: 'not_found' }, 404);
  });
  postJson(app, '/payments/:id/refund', RefundSchema, (c, { refund_id: refundId, amount }) => {
    const id = c.req.param('id') ?? '';
    return payments.refund(id, refundId, amount)
      ? c.json(toAnswer({ id, status: 'refunded', amount: payments.find(id)?.amount ?? amount }))
      : c.json({ error: 'not_paid' }, 409);
  });

  app.get('/pay/:id', (c) => {
    const found = payments.find(c.req.param('id'));
    if (!found) return notFound(c);
    if (found.status !== 'pending') return c.redirect(found.returnUrl, 303);
    return c.html(payPage(found, config.brand.name[found.locale]));
  });
  app.post('/pay/:id', async (c) => {
    const found = payments.find(c.req.param('id'));
    if (!found) return notFound(c);
    const { origin } = new URL(payment.url);
    if (!sentByOurPage(c.req.header(), origin)) return notFound(c);
    const choice = v.safeParse(ChoiceSchema, await c.req.parseBody());
    if (!choice.success) return c.html(payPage(found, config.brand.name[found.locale]), 422);
    const status = OUTCOMES[choice.output.decision];
    if (payments.changeStatus(found.id, 'pending', status)) {
      sendCallback({ ...found, status }, choice.output.callback);
    }
    return c.redirect(found.returnUrl, 303);
  });
  return app;

  function notFound(c: Context) {
    const locale = pageLocale({ acceptLanguage: c.req.header('accept-language') });
    return c.html(unknownPage(locale, config.portalOrigin), 404);
  }
}
