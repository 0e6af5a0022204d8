import { WORK_HEADER } from '@portal/shared-contract';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import { createCallCounts } from '../domain/call-counts.ts';
import { memberReader } from '../domain/members.ts';
import { hstsOf } from '../hsts.ts';
import { ProviderUnavailableError } from '../provider-unavailable.ts';
import { answerRefusal } from './answers.ts';
import type { ApiApp, ApiContext, ApiEnv } from './api-types.ts';
import { requireApiKey } from './middleware/api-key.ts';
import { requestId } from './middleware/request-id.ts';
import { requestLog } from './middleware/request-log.ts';
import { openApiDocument } from './openapi.ts';
import { refuse } from './refusal.ts';
import { mountCloseAccount } from './routes/account/close-account.ts';
import { mountDataExport } from './routes/account/data-export.ts';
import { mountDevices } from './routes/account/devices.ts';
import { mountEmail } from './routes/account/email.ts';
import { mountLine } from './routes/account/line.ts';
import { mountPasskeys } from './routes/account/passkeys.ts';
import { mountPassword } from './routes/account/password.ts';
import { mountPhone } from './routes/account/phone.ts';
import { mountSignInMethods } from './routes/account/sign-in-methods.ts';
import { mountStepUp } from './routes/account/step-up.ts';
import { mountTerms } from './routes/account/terms.ts';
import { mountTotp } from './routes/account/totp.ts';
import { mountTwoStep } from './routes/account/two-step.ts';
import { mountUndoChanges } from './routes/account/undo-changes.ts';
import { mountVerificationCodes } from './routes/account/verification-codes.ts';
import { mountIpCountry } from './routes/addresses/ip-country.ts';
import { mountPostalCodes } from './routes/addresses/postal-codes.ts';
import { mountPrefectures } from './routes/addresses/prefectures.ts';
import { mountNotificationEvents } from './routes/notification-events.ts';
import { mountNotifications } from './routes/notifications.ts';
import { mountLinkSignIn } from './routes/onboarding/link-sign-in.ts';
import { mountNewPassword } from './routes/onboarding/new-password.ts';
import { mountPublicCodes } from './routes/onboarding/public-codes.ts';
import { mountSignUp } from './routes/onboarding/sign-up.ts';
import { mountUnblock } from './routes/onboarding/unblock.ts';
import { mountOperator } from './routes/operator.ts';
import { mountPassportImages } from './routes/passport-images.ts';
import { mountPassportPhotos } from './routes/passport-photos.ts';
import { mountPassportPurchase } from './routes/passport-purchase.ts';
import { mountPassportTransfers } from './routes/passport-transfers.ts';
import { mountPassportWallets } from './routes/passport-wallets.ts';
import { mountPassports } from './routes/passports.ts';
import { mountPaymentCallback } from './routes/payment-callback.ts';
import { mountProfile } from './routes/profile/profile.ts';
import { mountReleases } from './routes/releases.ts';
import { mountReminders } from './routes/reminders.ts';
import { mountTelemetry } from './routes/telemetry.ts';

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
  mountTwoStep,
  mountNewPassword,
  mountPublicCodes,
  mountSignUp,
  mountUnblock,
];

/** Creates the product API (product §7): the calls of the contract, and the health checks. */
export function createApi(setup: Omit<ApiContext, 'callCounts' | 'readMember'>): ApiApp {
  const { config, log } = setup;
  const context: ApiContext = {
    ...setup,
    callCounts: createCallCounts(setup),
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
    await context.database.ping();
    return c.json({ status: 'ready' });
  });
  app.get('/openapi.json', (c) => c.json(openApiDocument(config.apiOrigin)));

  // Mounted before the API key check, because their callers have no key: an <img>, the payment
  // provider, an operator, a team that signs its calls, a beacon.
  mountPassportImages(app, context);
  mountPaymentCallback(app, context);
  mountOperator(app, context);
  mountReleases(app, context);
  mountTelemetry(app, context);
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
