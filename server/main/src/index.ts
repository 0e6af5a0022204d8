import { mountLine } from '@portal/server-accounts/line/link';
import {
  mountCodes,
  mountLinkSignIn,
  mountProfile,
  mountTerms,
  mountUndo,
} from '@portal/server-accounts/routes/account';
import { mountAddresses } from '@portal/server-accounts/routes/addresses';
import { mountDevices } from '@portal/server-accounts/routes/devices';
import { mountSignInMethods } from '@portal/server-accounts/routes/sign-in-methods';
import { mountSignUp } from '@portal/server-accounts/routes/sign-up';
import { recordedStepUps } from '@portal/server-accounts/step-up/recorded-step-ups';
import { answerRefusal } from '@portal/server-endpoint/answers';
import {
  type ApiApp,
  type ApiContext,
  type ApiEnv,
  ProviderUnavailableError,
} from '@portal/server-endpoint/api';
import { limitByAddress } from '@portal/server-endpoint/limits';
import { openApiDocument } from '@portal/server-endpoint/openapi';
import { requestId, requestLog, requireApiKey } from '@portal/server-endpoint/request-log';
import { memberReader } from '@portal/server-members/members';
import { UNSUBSCRIBE_PATH, unsubscribe } from '@portal/server-members/unsubscribe';
import { mountNotificationEvents } from '@portal/server-notifications/routes/notification-events';
import { mountNotifications } from '@portal/server-notifications/routes/notifications';
import { mountReminders } from '@portal/server-passports/reminders/routes';
import { mountOperator } from '@portal/server-passports/routes/operator';
import {
  mountPassportImages,
  mountPassportPhotos,
} from '@portal/server-passports/routes/passport-photos';
import {
  mountPassportPurchase,
  mountPaymentCallback,
  mountPurchases,
} from '@portal/server-passports/routes/passport-purchase';
import { mountPassportTransfers } from '@portal/server-passports/routes/passport-transfers';
import { mountPassports } from '@portal/server-passports/routes/passports';
import { mountPassportWallets } from '@portal/server-passports/wallets/passport-wallets';
import { CLOCK_LIMIT_MS } from '@portal/server-platform/database/database-clock';
import { isDatabaseUnavailable } from '@portal/server-platform/database/unavailable';
import { createCallCounts } from '@portal/server-platform/limits/call-counts';
import { err } from '@portal/server-platform/outcome';
import { mountTelemetry } from '@portal/server-releases/canary/telemetry';
import { mountReleases } from '@portal/server-releases/routes/releases';
import { WORK_HEADER } from '@portal/shared-contract';
import { hstsOf } from '@portal/shared-process/headers';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import type { ServerApiContext } from './context.ts';

/**
 * Mail programs post here when the reader presses «Unsubscribe» (RFC 8058 §3.1). Whoever opens the address in a
 * browser comes to the settings, since programs that look for malware open each link.
 */
export function mountUnsubscribe(app: ApiApp, context: ApiContext): void {
  app.post(UNSUBSCRIBE_PATH, limitByAddress(context), async (c) => {
    const known = await unsubscribe(context, c.req.query());
    return known ? c.body(null, 204) : answerRefusal(c, err('token.not_found'));
  });
  app.get(UNSUBSCRIBE_PATH, (c) => c.redirect(`${context.config.portalOrigin}/account/settings`));
}

const PREFLIGHT_SECONDS = 600;

/** Their order does not matter. */
const RESOURCES = [
  mountAddresses,
  mountCodes,
  mountDevices,
  mountLinkSignIn,
  mountProfile,
  mountPurchases,
  mountReminders,
  mountTerms,
  mountUndo,
];

/** How members sign up and sign in at our own identity provider. Where another does it, these answer 404. */
const OWN_SIGN_IN = [mountLine, mountSignInMethods, mountSignUp];

/** Creates the product API: the calls of the contract, and the health checks. */
export function createApi(
  setup: Omit<ServerApiContext, 'callCounts' | 'recordedStepUps' | 'readMember'>,
): ApiApp {
  const { config, log } = setup;
  const context: ServerApiContext = {
    ...setup,
    callCounts: createCallCounts(setup),
    recordedStepUps,
    readMember: memberReader(setup),
  };
  const app: ApiApp = new Hono<ApiEnv>();

  app.use(requestId(context));
  app.use(requestLog(context));
  app.use(
    secureHeaders({
      contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      crossOriginResourcePolicy: 'same-origin',
      referrerPolicy: 'no-referrer',
      xFrameOptions: 'DENY',
      // These headers matter only for documents, and every response here is JSON.
      crossOriginOpenerPolicy: false,
      originAgentCluster: false,
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
      strictTransportSecurity: hstsOf(config.apiOrigin) ?? false,
    }),
  );
  app.use(
    cors({
      origin: [...config.corsOrigins],
      // Listed explicitly, because Hono would otherwise allow whatever the caller asks for.
      allowHeaders: [
        'accept',
        'accept-language',
        'authorization',
        'content-type',
        'dpop',
        'x-api-key',
        WORK_HEADER,
      ],
      allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
      exposeHeaders: ['content-disposition', 'date', 'retry-after', 'x-request-id'],
      maxAge: PREFLIGHT_SECONDS,
    }),
  );

  app.get('/health', (c) => c.json({ status: 'ok' }));
  app.get('/ready', async (c) => {
    if (context.leaving?.aborted) return c.json({ status: 'leaving' }, 503);
    const aheadMs = context.databaseClock?.machineAheadMs() ?? 0;
    if (Math.abs(aheadMs) > CLOCK_LIMIT_MS) return c.json({ status: 'clock' }, 503);
    await context.database.ping();
    if (context.isPageBroken?.()) return c.json({ status: 'page' }, 503);
    return c.json({ status: 'ready' });
  });
  app.get('/openapi.json', (c) => c.json(openApiDocument(config.apiOrigin)));

  // Mounted before the API key check, because their callers have no key: an <img>, the payment
  // provider, an operator, a team that signs its calls, a beacon, a mail program.
  mountPassportImages(app, context);
  mountPaymentCallback(app, context);
  mountOperator(app, context);
  mountReleases(app, context);
  mountTelemetry(app, context);
  mountUnsubscribe(app, context);
  app.use(requireApiKey(config.apiKey));
  for (const mount of RESOURCES) mount(app, context);
  if (!context.otherAccounts) for (const mount of OWN_SIGN_IN) mount(app, context);
  // Before the path with an id, which would match it too.
  mountNotificationEvents(app, context);
  mountNotifications(app, context);
  // Before the path with an id, which `designs` and `check-username` would match.
  mountPassportPurchase(app, context);
  mountPassportTransfers(app, context);
  mountPassportWallets(app, context);
  mountPassportPhotos(app, context);
  mountPassports(app, context);

  app.notFound((c) => answerRefusal(c, err('request.not_found')));
  app.onError((error, c) => {
    const unavailable = isDatabaseUnavailable(error) || error instanceof ProviderUnavailableError;
    log[unavailable ? 'warn' : 'error'](
      { err: error, request_id: c.get('requestId') },
      'call failed',
    );
    return answerRefusal(c, err(unavailable ? 'server.unavailable' : 'server.error'));
  });
  return app;
}
