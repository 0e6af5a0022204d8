import { mountLine } from '@portal/server-accounts/line/routes';
import { mountCloseAccount } from '@portal/server-accounts/routes/close-account';
import { mountDataExport } from '@portal/server-accounts/routes/data-export';
import { mountDevices } from '@portal/server-accounts/routes/devices';
import { mountEmail } from '@portal/server-accounts/routes/email';
import { mountIpCountry } from '@portal/server-accounts/routes/ip-country';
import { mountLinkSignIn } from '@portal/server-accounts/routes/link-sign-in';
import { mountNewPassword } from '@portal/server-accounts/routes/new-password';
import { mountPasskeys } from '@portal/server-accounts/routes/passkeys';
import { mountPassword } from '@portal/server-accounts/routes/password';
import { mountPhone } from '@portal/server-accounts/routes/phone';
import { mountPostalCodes } from '@portal/server-accounts/routes/postal-codes';
import { mountPrefectures } from '@portal/server-accounts/routes/prefectures';
import { mountProfile } from '@portal/server-accounts/routes/profile';
import { mountPublicCodes } from '@portal/server-accounts/routes/public-codes';
import { mountSecondStep } from '@portal/server-accounts/routes/second-step';
import { mountSignInMethods } from '@portal/server-accounts/routes/sign-in-methods';
import { mountSignUp } from '@portal/server-accounts/routes/sign-up';
import { mountStepUp } from '@portal/server-accounts/routes/step-up';
import { mountTerms } from '@portal/server-accounts/routes/terms';
import { mountTotp } from '@portal/server-accounts/routes/totp';
import { mountUnblock } from '@portal/server-accounts/routes/unblock';
import { mountUndoChanges } from '@portal/server-accounts/routes/undo-changes';
import { mountVerificationCodes } from '@portal/server-accounts/routes/verification-codes';
import { recordedStepUps } from '@portal/server-accounts/step-up/recorded-step-ups';
import { answerRefusal } from '@portal/server-endpoint/answers';
import { requireApiKey } from '@portal/server-endpoint/api-key';
import type { ApiApp, ApiEnv } from '@portal/server-endpoint/api-types';
import { openApiDocument } from '@portal/server-endpoint/openapi';
import { refuse } from '@portal/server-endpoint/refusal';
import { requestId } from '@portal/server-endpoint/request-id';
import { requestLog } from '@portal/server-endpoint/request-log';
import { memberReader } from '@portal/server-members/members';
import { mountNotificationEvents } from '@portal/server-notifications/routes/notification-events';
import { mountNotifications } from '@portal/server-notifications/routes/notifications';
import { mountReminders } from '@portal/server-passports/reminders/routes';
import { mountOperator } from '@portal/server-passports/routes/operator';
import { mountPassportImages } from '@portal/server-passports/routes/passport-images';
import { mountPassportPhotos } from '@portal/server-passports/routes/passport-photos';
import { mountPassportPurchase } from '@portal/server-passports/routes/passport-purchase';
import { mountPassportTransfers } from '@portal/server-passports/routes/passport-transfers';
import { mountPassports } from '@portal/server-passports/routes/passports';
import { mountPaymentCallback } from '@portal/server-passports/routes/payment-callback';
import { mountPurchases } from '@portal/server-passports/routes/purchases';
import { mountPassportWallets } from '@portal/server-passports/wallets/passport-wallets';
import { CLOCK_LIMIT_MS } from '@portal/server-platform/database/database-clock';
import { isDatabaseUnavailable } from '@portal/server-platform/database/unavailable';
import { createCallCounts } from '@portal/server-platform/limits/call-counts';
import { ProviderUnavailableError } from '@portal/server-platform/provider-unavailable';
import { mountTelemetry } from '@portal/server-releases/canary/telemetry';
import { mountReleases } from '@portal/server-releases/routes/releases';
import { WORK_HEADER } from '@portal/shared-contract';
import { hstsOf } from '@portal/shared-process/hsts';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import type { ServerApiContext } from './context.ts';
import { mountUnsubscribe } from './mail/unsubscribe-route.ts';

const PREFLIGHT_SECONDS = 600;

/** One for each file of the contract. Their order does not matter. */
const RESOURCES = [
  mountCloseAccount,
  mountDataExport,
  mountDevices,
  mountEmail,
  mountTerms,
  mountPhone,
  mountUndoChanges,
  mountVerificationCodes,
  mountIpCountry,
  mountPostalCodes,
  mountPrefectures,
  mountProfile,
  mountPurchases,
  mountReminders,
  mountLinkSignIn,
  mountStepUp,
];

/** How members sign up and sign in at our own identity provider. Where another does it, these answer 404. */
const OWN_SIGN_IN = [
  mountLine,
  mountPasskeys,
  mountPassword,
  mountSignInMethods,
  mountTotp,
  mountSecondStep,
  mountNewPassword,
  mountPublicCodes,
  mountSignUp,
  mountUnblock,
];

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

  app.notFound((c) => answerRefusal(c, refuse('request.not_found')));
  app.onError((error, c) => {
    const unavailable = isDatabaseUnavailable(error) || error instanceof ProviderUnavailableError;
    log[unavailable ? 'warn' : 'error'](
      { err: error, request_id: c.get('requestId') },
      'call failed',
    );
    return answerRefusal(c, refuse(unavailable ? 'server.unavailable' : 'server.error'));
  });
  return app;
}
