import { type ProveBrowser, UNREACHABLE } from '@portal/shared-api';
import type { CodeExchange, ExchangedCode } from './protocol.ts';
import type { ProtocolFailure, Provider } from './provider.ts';
import type { SessionDatabase } from './session-database.ts';

/** The protocol as a chunk of its own. One that does not arrive counts as an unreachable provider. */
const load = () => import('./protocol.ts');

/** Fetches the chunk early, for a page that is certain to need it. */
export const prepareProtocol = (): void => void load().catch(() => {});

export const exchangeCode = (
  provider: Provider,
  exchange: CodeExchange,
): Promise<ExchangedCode | ProtocolFailure> =>
  load().then((protocol) => protocol.exchangeCode(provider, exchange), notLoaded);

/** Proves that a request comes from this browser; undefined where the browser cannot make keys. */
export const proveBrowser = (
  database: SessionDatabase,
  request: Parameters<ProveBrowser>[0],
): Promise<string | undefined> =>
  load().then((protocol) => protocol.proveBrowser(database, request).catch(() => undefined), none);

/** Whether the browser's key will still be here when a later page renews the tokens. */
export const keepsBrowserKey = (database: SessionDatabase): Promise<boolean> =>
  load().then(
    (protocol) => protocol.keepsBrowserKey(database),
    () => false,
  );

const none = () => undefined;

const notLoaded = (): ProtocolFailure => ({ ok: false, error: UNREACHABLE });
