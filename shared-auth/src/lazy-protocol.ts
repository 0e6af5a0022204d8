import { UNREACHABLE } from '@portal/shared-api';
import type {
  CodeExchange,
  ExchangedCode,
  ProtocolFailure,
  Provider,
  Renewed,
} from './protocol.ts';

/**
 * The protocol as a chunk of its own: no first view waits for it. A chunk that does not arrive is a
 * provider out of reach, and the next attempt fetches it again.
 */
const load = () => import('./protocol.ts');

/** Fetches the chunk beside everything else, for a page that surely needs it. */
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
