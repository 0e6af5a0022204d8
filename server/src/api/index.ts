import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import { answerRefusal } from './answers.ts';
import type { ApiApp, ApiContext, ApiEnv } from './api-types.ts';
import { isDatabaseAway } from './database-away.ts';
import { requireApiKey } from './middleware/api-key.ts';
import { requestId } from './middleware/request-id.ts';
import { requestLog } from './middleware/request-log.ts';
import { openApiDocument } from './openapi.ts';
import { refuse } from './refusal.ts';
import { mountAccount } from './routes/account.ts';
import { mountCodes } from './routes/codes.ts';
import { mountGettingIn } from './routes/getting-in.ts';
import { mountIpCountry } from './routes/ip-country.ts';
import { mountNotificationEvents } from './routes/notification-events.ts';
import { mountNotifications } from './routes/notifications.ts';
import { mountOperator } from './routes/operator.ts';
import { mountPassportPhotos } from './routes/passport-photos.ts';
import { mountPassportPictures } from './routes/passport-pictures.ts';
import { mountPassports } from './routes/passports.ts';
import { mountPaymentCallback } from './routes/payment-callback.ts';
import { mountPostalCodes } from './routes/postal-codes.ts';
import { mountPrefectures } from './routes/prefectures.ts';
import { mountSecurity } from './routes/security.ts';
import { mountUserinfo } from './routes/userinfo.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const PREFLIGHT_SECONDS = 600;

/** The product API of spec §7: what the contract names, and how a machine is asked for its health. */
export function createApi(context: ApiContext): ApiApp {
  const { config, log } = context;
  const app: ApiApp = new Hono<ApiEnv>();

  app.use(requestId());
  app.use(requestLog(context));
  app.use(
    secureHeaders({
      contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      crossOriginResourcePolicy: 'same-origin',
      referrerPolicy: 'no-referrer',
      xFrameOptions: 'DENY',
      // They say something about documents only, and every answer here is JSON.
      crossOriginOpenerPolicy: false,
      originAgentCluster: false,
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
      strictTransportSecurity: config.apiOrigin.startsWith('https:')
        ? 'max-age=31536000; includeSubDomains'
        : false,
    }),
  );
  app.use(
    cors({
      origin: [...config.corsOrigins],
      // Named one by one: Hono would otherwise mirror whatever the caller asks for.
      allowHeaders: ['accept', 'accept-language', 'authorization', 'content-type', 'x-api-key'],
      allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
      exposeHeaders: ['retry-after', 'x-request-id'],
      maxAge: PREFLIGHT_SECONDS,
    }),
  );

  app.get('/health', (c) => c.json({ status: 'ok' }));
  app.get('/ready', async (c) => {
    await context.database.ping();
    return c.json({ status: 'ready' });
  });
  app.get('/openapi.json', (c) => c.json(openApiDocument(config.apiOrigin)));

  // Asked for without a key of the portal's: by an <img>, the payment provider, an operator.
  mountPassportPictures(app, context);
  mountPaymentCallback(app, context);
  mountOperator(app, context);
  app.use(requireApiKey(config.apiKey));
  // Before the limit of the others: it has its own.
  mountPassportPhotos(app, context);
  app.use(
    bodyLimit({
      maxSize: BODY_LIMIT_BYTES,
      onError: (c) => answerRefusal(c, refuse('request.too_large')),
    }),
  );
  mountUserinfo(app, context);
  mountAccount(app, context);
  mountCodes(app, context);
  mountSecurity(app, context);
  mountGettingIn(app, context);
  mountIpCountry(app, context);
  mountPrefectures(app, context);
  mountPostalCodes(app, context);
  // Before the path with an id, which it would match too.
  mountNotificationEvents(app, context);
  mountNotifications(app, context);
  mountPassports(app, context);

  app.notFound((c) => answerRefusal(c, refuse('request.not_found')));
  app.onError((error, c) => {
    const away = isDatabaseAway(error);
    log[away ? 'warn' : 'error']({ err: error, request_id: c.get('requestId') }, 'call failed');
    return answerRefusal(c, refuse(away ? 'server.unavailable' : 'server.error'));
  });
  return app;
}
