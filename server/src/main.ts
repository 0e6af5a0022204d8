import { getRequestListener } from '@hono/node-server';
import { createApi } from './api/index.ts';
import { systemClock } from './clock.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import type { ServerContext } from './context.ts';
import { openDatabase } from './db/database.ts';
import { FolderLockedError } from './db/folder-lock.ts';
import { prepareHashing } from './domain/password-hash.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createIdp } from './idp/index.ts';
import { createLineSandbox } from './line-sandbox/index.ts';
import { linePeople } from './line-sandbox/people.ts';
import { type Listener, listen, PortTakenError } from './listen.ts';
import { createLog } from './log.ts';
import { configuredTransport } from './mail/transports/configured.ts';
import { startDelivery } from './outbox/delivery.ts';
import { createOutbox } from './outbox/index.ts';
import { createPaymentSandbox } from './payment-sandbox/index.ts';
import { paymentProvider } from './payments/provider.ts';
import { DEMO_MEMBER, seedDemo } from './seed/index.ts';

/**
 * Starts the server: identity provider, API and, in the embedded default, the outbox, a LINE and a
 * payment provider of its own.
 * When all listen it prints one JSON line to stdout; its log goes to stderr.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const embedded = config.database.kind === 'embedded';
  const log = createLog(config.logLevel);
  const database = await openDatabase(config.database);
  const ending = new AbortController();
  const payments = config.payment && paymentProvider(config.payment);
  const context: ServerContext = {
    config,
    db: database.db,
    database,
    clock: systemClock,
    log,
    ending: ending.signal,
    payments,
  };
  const closing: (() => Promise<void> | void)[] = [() => database.close()];
  endOnSignal(context, closing);

  try {
    await prepareHashing();
    if (embedded) await seedDemo(context, process.env.SEED_MEMBERS);
    const listeners = await openDoors(context);
    closing.unshift(async () => {
      ending.abort();
      await Promise.all(listeners.map((listener) => listener.close()));
    });
    const delivery = startDelivery(context, configuredTransport(config));
    closing.unshift(delivery, startHousekeeping(context));
  } catch (error) {
    for (const close of closing) await close();
    throw error;
  }
  process.stdout.write(`${JSON.stringify(readyLine(config, embedded))}\n`);
}

async function openDoors(context: ServerContext): Promise<Listener[]> {
  const { config, clock, log } = context;
  const { ports, host } = config;
  const idp = createIdp(context);
  const api = createApi({
    ...context,
    db: context.database.apiDb,
    findAccessToken: idp.findAccessToken,
  });
  const listeners: Listener[] = [];
  try {
    listeners.push(await listen(idp.handler, ports.idp, host));
    listeners.push(await listen(getRequestListener(api.fetch), ports.api, host));
    if (config.database.kind === 'embedded') {
      const outbox = createOutbox(context);
      listeners.push(await listen(getRequestListener(outbox.fetch), ports.outbox, host));
    }
    if (config.line?.sandbox) {
      const people = linePeople(process.env.LINE_SANDBOX_PEOPLE);
      listeners.push(
        await listen(
          createLineSandbox({ config, line: config.line, log, people }),
          ports.line,
          host,
        ),
      );
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

/** SIGTERM and Ctrl-C: no new calls, open ones end, then the database is closed and its folder free. */
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
  // A bug: say so without the values that an error's own text may hold, and let the supervisor restart.
  const fail = (err: unknown) => {
    log.fatal({ err }, 'stopped by an error that nobody expected');
    process.exit(1);
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
}

try {
  await main();
} catch (error) {
  const told =
    error instanceof ConfigError ||
    error instanceof FolderLockedError ||
    error instanceof PortTakenError;
  if (told) process.stderr.write(`${error.message}\n`);
  else createLog('error').fatal({ err: error }, 'could not start');
  process.exit(1);
}
