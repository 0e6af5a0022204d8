import { getRequestListener } from '@hono/node-server';
import type { Registry } from 'prom-client';
import { loadCatalogs } from '#i18n';
import { apiDoor } from './api/door.ts';
import { createApi } from './api/index.ts';
import { BrandError } from './brand/brand-error.ts';
import { systemClock } from './clock.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import type { ServerContext } from './context.ts';
import { FolderLockedError } from './db/folder-lock.ts';
import { openDatabase } from './db/open-database.ts';
import { prepareHashing } from './domain/password-hash.ts';
import { storeTermsVersion } from './domain/terms.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createIdp } from './idp/index.ts';
import { signInSessions } from './idp/sessions.ts';
import { createLineSandbox } from './line-sandbox/index.ts';
import { LINE_PEOPLE } from './line-sandbox/people.ts';
import { type Listener, listen, PortTakenError } from './listen.ts';
import { createLog } from './log.ts';
import { startDelivery } from './mail/delivery.ts';
import { messageSender } from './mail/send.ts';
import { configuredTransport } from './mail/transports/configured.ts';
import { messageMonitor } from './monitoring/messages.ts';
import { createMetrics, metricsHandler } from './monitoring/metrics.ts';
import { requestMetrics } from './monitoring/requests.ts';
import { stateMetrics } from './monitoring/state.ts';
import { workMonitor } from './monitoring/work.ts';
import { openOtherProvider } from './other-provider/index.ts';
import { createOutbox } from './outbox/index.ts';
import { openPageDoor } from './page/index.ts';
import { createPaymentSandbox } from './payment-sandbox/index.ts';
import { createPaymentProvider } from './payments/provider.ts';
import { watchCanaries } from './releases/figures/canary-watch.ts';
import { createReleaseReports, startFlushing } from './releases/figures/release-reports.ts';
import { createFixtures } from './seed/fixtures.ts';
import { DEMO_MEMBER, seedDemo } from './seed/index.ts';

/**
 * Starts the server: identity provider, API, the page if it has a port and, in the embedded default, the
 * outbox and the sandboxes of LINE and the payment provider. It prints one JSON line to stdout when all are
 * listening; its log goes to stderr.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const embedded = config.database.kind === 'embedded';
  const log = createLog(config.logLevel);
  const database = await openDatabase(config.database);
  const ending = new AbortController();
  const payments = config.payment && createPaymentProvider(config.payment);
  const metrics = createMetrics();
  const context: ServerContext = {
    config,
    db: database.db,
    database,
    clock: systemClock,
    log,
    work: workMonitor(log, metrics),
    ending: ending.signal,
    payments,
    sendMessage: messageSender(config),
    messageMonitor: messageMonitor({ config, db: database.db, clock: systemClock, log }, metrics),
    sessions: signInSessions,
    releaseReports: createReleaseReports(
      { config, db: database.db, clock: systemClock, log },
      metrics,
    ),
  };
  const closing: (() => Promise<void> | void)[] = [() => database.close()];
  endOnSignal(context, closing);

  try {
    loadCatalogs(config.brand.texts);
    await prepareHashing();
    await putTermsInForce(context);
    if (embedded) await seedDemo(context);
    const listeners = await openDoors(context, metrics);
    // After the doors are closed, so that the last reports are stored too.
    closing.unshift(startFlushing(context));
    closing.unshift(async () => {
      ending.abort();
      await Promise.all(listeners.map((listener) => listener.close()));
    });
    const delivery = startDelivery(context, configuredTransport(context));
    closing.unshift(delivery, startHousekeeping(context));
    if (config.canaryRollback) closing.unshift(watchCanaries(context));
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

async function openDoors(context: ServerContext, metrics: Registry): Promise<Listener[]> {
  const { config, clock, log } = context;
  const { ports, host } = config;
  const idp = createIdp(context);
  const other =
    config.otherProvider &&
    (await openOtherProvider({ ...context, db: context.database.apiDb }, config.otherProvider));
  const api = createApi({
    ...context,
    db: context.database.apiDb,
    findAccessToken: other?.findAccessToken ?? idp.findAccessToken,
    otherAccounts: other?.accounts,
  });
  const linePeople = [...LINE_PEOPLE];
  stateMetrics(context, metrics);
  const { measured, refused } = requestMetrics(metrics);
  const listeners: Listener[] = [];
  try {
    listeners.push(await listen(measured('idp', idp.handler), ports.idp, host));
    const answer = measured('api', getRequestListener(api.fetch));
    const door = apiDoor(context, answer, { onRefused: refused('api') });
    listeners.push(await listen(door.handler, ports.api, host));
    listeners.push({ close: async () => door.stop() });
    if (config.database.kind === 'embedded') {
      const fixtures =
        process.env.TEST_FIXTURES === '1' ? createFixtures(context, linePeople) : undefined;
      const outbox = createOutbox(context, fixtures);
      listeners.push(await listen(getRequestListener(outbox.fetch), ports.outbox, host));
    }
    if (config.page) {
      const door = await openPageDoor(context);
      listeners.push(door);
      listeners.push(await listen(measured('page', door.handler), config.page.port, host));
    }
    if (config.metrics) {
      const { port, host: metricsHost } = config.metrics;
      listeners.push(await listen(metricsHandler(metrics, log), port, metricsHost));
    }
    if (config.line?.sandbox) {
      const people = linePeople;
      const sandbox = createLineSandbox({ config, line: config.line, log, people });
      listeners.push(await listen(sandbox, ports.line, host));
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

/**
 * On SIGTERM or Ctrl-C, accepts no new calls, lets open ones finish, and then closes the database
 * and releases its folder.
 */
function endOnSignal(
  { log }: ServerContext,
  closing: readonly (() => Promise<void> | void)[],
): void {
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
  // A bug: log it without the values that an error text may contain, and let the supervisor restart
  // the process.
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
