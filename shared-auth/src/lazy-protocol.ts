import { UNREACHABLE } from '@portal/shared-api';
import type {
  CodeExchange,
  ExchangedCode,
  ProtocolFailure,
  Provider,
  Renewed,
} from './protocol.ts';

/**
 * The protocol as a chunk of its own, for which no first view waits. A chunk that does not arrive
 * counts as an unreachable provider, and the next attempt fetches it again.
 */
const load = () => import('./protocol.ts');

/** Fetches the chunk early, for a page that is certain to need it. */
export const prepareProtocol = (): void => void load().catch(() => {});

export const exchangeCode = (
  provider: Provider,
  exchange: CodeExchange,
): Promise<ExchangedCode | ProtocolFailure> =>
  load().then((protocol) => protocol.exchangeCode(provider, exchange), notLoaded);

export const renewTokens = (
  provider: Provider,
  refreshToken: string,
): Promise<Renewed | ProtocolFailure> =>
  load().then((protocol) => protocol.renewTokens(provider, refreshToken), notLoaded);

const notLoaded = (): ProtocolFailure => ({ ok: false, error: UNREACHABLE });
