import type { RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { announcePassport } from '@portal/server-accounts/changes/announce-change';
import { messageMonitor } from '@portal/server-accounts/codes/messages';
import { prepareHashing } from '@portal/server-accounts/password/password-hash';
import { shedLoad } from '@portal/server-endpoint/shed-load';
import { shedTokenCalls } from '@portal/server-identity/http/shed-token-calls';
import { createLineSandbox } from '@portal/server-identity/line/sandbox';
import { LINE_PEOPLE } from '@portal/server-identity/line/sandbox/page';
import { openOtherProvider } from '@portal/server-identity/other-provider';
import { createIdp } from '@portal/server-identity/provider/provider';
import { signInSessions } from '@portal/server-identity/tokens/sessions';
import { startDelivery } from '@portal/server-mail/delivery';
import { storeTermsVersion } from '@portal/server-members/terms';
import { startWaves } from '@portal/server-notifications/broadcasts/waves';
import { createPaymentProvider } from '@portal/server-passports/payments/provider';
import { createPaymentSandbox } from '@portal/server-passports/payments/sandbox';
import { systemClock } from '@portal/server-platform/clock';
import { openDatabaseClock } from '@portal/server-platform/database/database-clock';
import { openDatabase } from '@portal/server-platform/database/open-database';
import { type Listener, listen, PortTakenError } from '@portal/server-platform/http/listen';
import type { Shedding } from '@portal/server-platform/http/load-shedding';
import { createLog } from '@portal/server-platform/metrics/log';
import {
  countSpans,
  createMetrics,
  metricsHandler,
  requestMetrics,
} from '@portal/server-platform/metrics/metrics';
import { workMonitor } from '@portal/server-platform/metrics/work';
import { loadCatalogs } from '@portal/server-platform/texts/i18n';
import { createReleaseReports, watchCanaries } from '@portal/server-releases/canary/canary-watch';
import { openPageListener, type PageListener } from '@portal/server-releases/live-page';
import { shedPages } from '@portal/server-releases/live-page/shed-pages';
import { BrandError } from '@portal/shared-brand/read/brand-error';
import type { Locale } from '@portal/shared-contract';
import { ConfigError } from '@portal/shared-process/command-line';
import { FolderLockedError } from '@portal/shared-process/folder-lock';
import { startTraces, traceRequests } from '@portal/shared-process/traces/traces';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import { type Config, isElsewhere, readConfig } from './config.ts';
import type { ServerContext } from './context.ts';
import { missingToSell } from './doctor/selling-checks.ts';
import { reportClock, startHousekeeping } from './housekeeping.ts';
import { createApi } from './index.ts';
import { createOutbox } from './outbox/index.ts';
import { PERSONAL_TABLES } from './personal-tables.ts';
import { createFixtures } from './seed/fixtures.ts';
import { DEMO_MEMBER, seedDemo } from './seed/index.ts';
import { configuredTransport, messageSender } from './send.ts';
import { stateMetrics } from './state.ts';

/**
 * Starts the server: identity provider, API, the page if it has a port and, in the embedded default, the
 * outbox and the sandboxes of LINE and the payment provider. It prints one JSON line to stdout when all are
 * listening; its log goes to stderr.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const embedded = config.database.kind === 'embedded';
  const metrics = createMetrics();
  const endTraces = await startTraces(config.traces, {
    own: [config.apiOrigin, config.idpOrigin],
    ...(config.traces && { onSpans: countSpans(metrics) }),
  });
  const log = createLog(config.logLevel);
  const database = await openDatabase(config.database);
  const databaseClock = embedded ? undefined : await openDatabaseClock(database.db);
  const clock = databaseClock ?? systemClock;
  const leaving = new AbortController();
  const ending = new AbortController();
  const payments = config.payment && createPaymentProvider(config.payment);
  collectDefaultMetrics({ register: metrics });
  const context: ServerContext = {
    config,
    db: database.db,
    database,
    databaseClock,
    clock,
    log,
    work: workMonitor(log, metrics),
    leaving: leaving.signal,
    ending: ending.signal,
    payments,
    sendMessage: messageSender(config),
    messageMonitor: messageMonitor({ config, db: database.db, clock, log }, metrics),
    sessions: signInSessions,
    announcePassport,
    tables: PERSONAL_TABLES,
    releaseReports: createReleaseReports({ db: database.db, clock }, metrics),
  };
  const closing: (() => Promise<void> | void)[] = [() => database.close(), endTraces];
  endOnSignal(context, closing);

  try {
    loadCatalogs(config.brand);
    const missing = isElsewhere(config.portalOrigin) ? missingToSell(config, process.env) : [];
    if (missing.length > 0) {
      log.warn({ missing }, 'passports are sold without what these settings name (doctor)');
    }
    reportClock(context);
    await prepareHashing();
    await putTermsInForce(context);
    if (embedded) await seedDemo(context);
    const listeners = await openListeners(context, metrics);
    // The listeners close before what is behind them: the last messages leave.
    closing.unshift(
      async () => {
        leaving.abort();
        await pause(config.shutdownDelayMs);
      },
      async () => {
        ending.abort();
        await Promise.all(listeners.map((listener) => listener.close()));
      },
      watchCanaries(context),
      startHousekeeping(context),
      startWaves(context),
      startDelivery(context, configuredTransport(context)),
    );
  } catch (error) {
    for (const close of closing) await close();
    throw error;
  }
  process.stdout.write(`${JSON.stringify(readyLine(config, embedded))}\n`);
}

/** @throws BrandError for terms that are older than those that members agree to already */
async function putTermsInForce(context: ServerContext): Promise<void> {
  const { terms } = context.config.brand;
  const inForce = terms && (await storeTermsVersion(context, terms));
  if (terms && inForce !== terms.version) {
    throw new BrandError(
      `The brand's terms.json has the version ${terms.version}, and ${inForce} is in force already. Please set a later version.`,
    );
  }
}

async function openListeners(context: ServerContext, metrics: Registry): Promise<Listener[]> {
  const { config, clock, log } = context;
  const { ports, host } = config;
  let page: PageListener | undefined;
  const filesOfHome = (locale: Locale) => page?.filesOfHome(locale) ?? [];
  const idp = createIdp({ ...context, filesOfHome });
  const other =
    config.otherProvider &&
    (await openOtherProvider({ ...context, db: context.database.apiDb }, config.otherProvider));
  const api = createApi({
    ...context,
    db: context.database.apiDb,
    isPageBroken: () => page?.isBroken() ?? false,
    findAccessToken: other?.findAccessToken ?? idp.findAccessToken,
    otherAccounts: other?.accounts,
  });
  const linePeople = [...LINE_PEOPLE];
  stateMetrics(context, metrics);
  const { measured, refused } = requestMetrics(metrics);
  const answering = (listener: string, handler: RequestListener) =>
    measured(listener, traceRequests(listener, config.trustedProxies, handler));
  const listeners: Listener[] = [];
  try {
    const listenWithin = async ({ handler, stop }: Shedding, port: number) => {
      listeners.push(await listen(handler, port, host));
      listeners.push({ close: async () => stop() });
    };
    const signIns = answering('idp', idp.handler);
    const toTokens = { onRefused: refused('idp') };
    await listenWithin(shedTokenCalls(context, signIns, toTokens), ports.idp);
    const calls = answering('api', getRequestListener(api.fetch));
    await listenWithin(shedLoad(context, calls, { onRefused: refused('api') }), ports.api);
    if (config.database.kind === 'embedded') {
      const fixtures =
        process.env.TEST_FIXTURES === '1' ? createFixtures(context, linePeople) : undefined;
      const outbox = createOutbox(context, fixtures);
      listeners.push(await listen(getRequestListener(outbox.fetch), ports.outbox, host));
    }
    if (config.page) {
      page = await openPageListener(context);
      listeners.push(page);
      const pages = answering('page', page.handler);
      await listenWithin(
        shedPages(context, pages, { onRefused: refused('page') }),
        config.page.port,
      );
    }
    if (config.metrics) {
      const { port, host: metricsHost } = config.metrics;
      listeners.push(await listen(metricsHandler(metrics, log), port, metricsHost));
    }
    const { line } = config.connections;
    if (line?.sandbox) {
      const sandbox = createLineSandbox({ config, line, log, people: linePeople });
      listeners.push(await listen(sandbox, Number(new URL(line.issuer).port), host));
    }
    if (config.payment?.sandbox) {
      const sandbox = createPaymentSandbox({ config, payment: config.payment, clock, log });
      listeners.push(await listen(getRequestListener(sandbox.fetch), ports.payment, host));
    }
    return listeners;
  } catch (error) {
    await Promise.all(listeners.map((listener) => listener.close()));
    throw error;
  }
}

function readyLine({ idpOrigin, apiOrigin, outboxOrigin }: Config, embedded: boolean) {
  return {
    ready: true,
    idp: idpOrigin,
    api: apiOrigin,
    ...(embedded && { outbox: outboxOrigin, member: DEMO_MEMBER }),
    pid: process.pid,
  };
}

/** On SIGTERM or Ctrl-C, takes no new calls, lets open ones finish, and closes the database and its folder. */
function endOnSignal({ log }: ServerContext, closing: readonly (() => Promise<void> | void)[]) {
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    try {
      for (const close of closing) await close();
      process.exit(0);
    } catch (err) {
      log.fatal({ err }, 'could not end cleanly');
      process.exit(1);
    }
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  // A bug: log it without the values that an error text may contain, and let the supervisor restart the process.
  const fail = (err: unknown) => {
    log.fatal({ err }, 'stopped by an unexpected error');
    process.exit(1);
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
}

try {
  await main();
} catch (error) {
  const isExpected =
    error instanceof ConfigError ||
    error instanceof BrandError ||
    error instanceof FolderLockedError ||
    error instanceof PortTakenError;
  if (isExpected) process.stderr.write(`${error.message}\n`);
  else createLog('error').fatal({ err: error }, 'could not start');
  process.exit(1);
}
